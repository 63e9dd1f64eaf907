// What the theme defines on a page, for the scripts that use it.
declare function __md_get(key: string): { index: number } | null;
declare function __md_set(key: string, value: object): void;
