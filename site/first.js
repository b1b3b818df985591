// The Python that answers first. It starts while the rest of the page is still being read.

import { Engine } from "./engine.js";

export const engine = new Engine();
