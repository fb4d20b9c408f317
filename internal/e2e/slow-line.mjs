// A slow line to the server. Chromium has one of its own, but now and then a
// request never ends on it.

import { once } from "node:events";
import { connect, createServer } from "node:net";
import { base } from "./robot.mjs";

/**
 * Every byte of a window reaches the server half a round trip late, and the other way round.
 * @param {number} trip milliseconds
 */
export async function slowLine(trip) {
  const { hostname, port } = new URL(base);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      from.setNoDelay(true);
      from.on("data", (bytes) => setTimeout(() => to.writable && to.write(bytes), trip / 2));
      from.on("close", () => setTimeout(() => to.destroy(), trip / 2));
      from.on("error", () => {});
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => void server.close() };
}
