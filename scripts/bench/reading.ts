/** One reading in a process of its own: runs what its argument asks for and writes what it took as one line of JSON. */
import { readLoop } from "./loop-reading";

const READERS = { loop: readLoop };

type Part = keyof typeof READERS;

const [part, options] = process.argv.slice(2);
const reader = READERS[part as Part];
const reading = await reader(JSON.parse(options ?? "{}"));
console.log(JSON.stringify(reading));
