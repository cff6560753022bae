/**
 * The circles of a directed graph, each as a path that ends where it starts. Every node that can reach itself is on one
 * of them; the shortest are taken.
 *
 * @param {Map<string, Set<string>>} graph node → the nodes it points at
 * @returns {string[][]}
 */
export function circles(graph) {
  const found = [];
  const done = new Set();
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    const circle = wayBack(graph, start);
    if (circle) {
      found.push(circle);
      for (const node of circle) done.add(node);
    }
  }
  return found;
}

/** The shortest path from a node back to itself; undefined when there is none. */
function wayBack(graph, start) {
  const cameFrom = new Map();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return pathTo(cameFrom, node, start);
      if (!cameFrom.has(next)) {
        cameFrom.set(next, node);
        queue.push(next);
      }
    }
  }
  return undefined;
}

function pathTo(cameFrom, last, start) {
  const path = [start];
  for (let node = last; node !== start; node = cameFrom.get(node)) path.unshift(node);
  return [start, ...path];
}
