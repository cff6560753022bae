const PORT = 3000;
/** The number of ports after the first that are tried. */
const TRIES = 100;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;
const ANY = { "0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1" };

/** The wanted host and port. `explicit`: the environment names the port, so no other one is tried. */
export function wantedAddress(env) {
  const host = env.HOST || "127.0.0.1";
  if (!env.PORT) return { host, port: PORT, explicit: false };
  const port = Number(env.PORT);
  if (!/^\d+$/.test(env.PORT) || port > 65_535)
    throw new Error(`PORT must be a number from 0 to 65535, not "${env.PORT}".`);
  return { host, port, explicit: true };
}

/** The address a browser on this machine opens. */
export function addressOf(host, port) {
  const name = ANY[host] ?? (host.includes(":") ? `[${host}]` : host);
  return `http://${name}:${port}`;
}

export const isLoopback = (host) => LOOPBACK.test(host);

function listenOnce(server, host, port) {
  return new Promise((resolve, reject) => {
    const refused = (error) => {
      server.off("listening", taken);
      reject(error);
    };
    const taken = () => {
      server.off("error", refused);
      resolve(server.address().port);
    };
    server.once("error", refused).once("listening", taken).listen(port, host);
  });
}

function sentence(error, { host, port }) {
  if (error.code === "EADDRINUSE")
    return `Port ${port} on ${host} is already in use. Stop the program that uses it, or set PORT to another number.`;
  if (error.code === "EACCES")
    return `This user may not listen on port ${port}. Set PORT to a number above 1023.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `HOST is "${host}", which is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.`;
  return `Callscope cannot listen on ${host}:${port}: ${error.message}`;
}

/**
 * Binds the server and gives its port: the wanted one, or the next free one if that is busy and was not asked for.
 * Fails with a sentence for the person.
 */
export async function listen(server, wanted) {
  for (let port = wanted.port; ; port++) {
    try {
      return await listenOnce(server, wanted.host, port);
    } catch (error) {
      const next = error.code === "EADDRINUSE" && !wanted.explicit && port < wanted.port + TRIES;
      if (!next) throw new Error(sentence(error, { host: wanted.host, port }));
    }
  }
}
