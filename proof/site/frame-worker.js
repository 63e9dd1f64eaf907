"use strict";

// A worker where a browser starts none: for pages in a folder. What it would
// run is run in a frame that nobody sees, under the policy of its page: all its
// scripts are files, and none is written into it. The theme's search knows by
// the name IFrameWorker that it is in such a frame.
(() => {
  class IFrameWorker extends EventTarget {
    /** @type {((event: MessageEvent) => void) | null} */
    onmessage = null;
    /** @type {Promise<unknown>} */
    imported = Promise.resolve();

    /** @param {string | URL} address */
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      /** @type {any} */
      this.inside = this.frame.contentWindow;
      /** @param {unknown} data */
      this.inside.postMessage = (data) => {
        const event = new MessageEvent("message", { data: structuredClone(data) });
        this.dispatchEvent(event);
        this.onmessage?.(event);
      };
      /** @param {string[]} addresses */
      this.inside.importScripts = (...addresses) => {
        for (const each of addresses) this.imported = this.imported.then(() => this.load(each));
        return this.imported;
      };
      this.started = this.load(String(address));
    }

    /** @param {string} address */
    load(address) {
      return new Promise((loaded, failed) => {
        const script = this.inside.document.createElement("script");
        Object.assign(script, { src: address, onload: loaded, onerror: failed });
        this.inside.document.body.append(script);
      });
    }

    /** @param {unknown} data */
    async postMessage(data) {
      await this.started;
      await this.imported;
      const event = new this.inside.MessageEvent("message", { data: structuredClone(data) });
      this.inside.dispatchEvent(event);
    }

    terminate() {
      this.frame.remove();
    }
  }

  if (location.protocol === "file:") Object.assign(window, { IFrameWorker, Worker: IFrameWorker });
})();
