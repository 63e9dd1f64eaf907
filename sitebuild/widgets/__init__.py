"""What only this site has on its pages: forms, questions, steps, lists."""
