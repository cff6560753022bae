/**
 * A separate thread that requests GET /api/health at a fixed rate, whether or not earlier responses have come. So a
 * server that is blocked for a second shows as many slow responses and not as one. When told to stop, it reports the
 * times in milliseconds.
 */
import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { url, everyMs } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const times = [];
const failures = [];
let open = 0;
let stopping = false;

function done() {
  if (!stopping || open > 0) return;
  agent.destroy();
  parentPort.postMessage({ times, failures });
}

function ask() {
  const from = performance.now();
  open += 1;
  const end = (failure) => {
    if (failure === null) times.push(performance.now() - from);
    else failures.push(failure);
    open -= 1;
    done();
  };
  const request = get(`${url}/api/health`, { agent }, (response) => {
    response.resume();
    response.once("end", () => end(response.statusCode === 200 ? null : `HTTP ${response.statusCode}`));
  });
  request.once("error", (error) => end(error.message));
}

const timer = setInterval(ask, everyMs);
parentPort.once("message", () => {
  clearInterval(timer);
  stopping = true;
  done();
});
