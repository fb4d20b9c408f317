// The program that keeps the tables of this device.

/**
 * Like fetch.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function ask(path, options) {
  throw new TypeError(`This site has no program to ask for ${options?.method ?? "GET"} ${path}.`);
}
