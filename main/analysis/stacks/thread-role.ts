import type { FunctionTree } from './trees/function-tree.ts'
import type { PreparedSamples } from './prepared-samples.ts'

/** Where the stacks of a thread begin says what it is for. */
const roles: readonly (readonly [RegExp, string])[] = [
  [
    /^System\.Threading\.PortableThreadPool\+WorkerThread\.|^System\.Threading\._ThreadPoolWaitCallback\./,
    'Pool worker',
  ],
  [/^System\.Threading\.ThreadPoolWorkQueue\.Dispatch/, 'Pool worker'],
  [/^System\.Threading\.PortableThreadPool\+GateThread\./, 'Pool gate'],
  [/^System\.Threading\.PortableThreadPool\+(?:WaitThread|IOCompletionPoller)/, 'Pool I/O'],
  [/^System\.Threading\.TimerQueue\.TimerThread/, 'Timer'],
  [/^System\.Net\.Sockets\.SocketAsyncEngine\.(?:EventLoop|<)/, 'Sockets'],
  [/^System\.IO\.FileSystemWatcher\+/, 'File watcher'],
  [/^System\.GC\.RunFinalizers|^System\.GC\.<RunFinalizers/, 'Finalizer'],
  [/\.<?Main>?\$?\(/, 'Main'],
]

/** Deeper frames say what a thread does, not what it is. */
const deepest = 6
const mostSamples = 4

/** Role by index of the thread; empty: none that is known. The first samples of each thread decide. */
export function threadRoles(samples: PreparedSamples, tree: FunctionTree, threadCount: number): readonly string[] {
  const roleOf = rolesOfNodes(tree)
  const found = new Int8Array(threadCount).fill(-1)
  const looked = new Uint8Array(threadCount)
  for (let row = 0; row < samples.count; row++) {
    const thread = samples.threadIndex[row]!
    if (found[thread]! >= 0 || looked[thread]! >= mostSamples) continue
    looked[thread]!++
    found[thread] = roleOf[samples.node[row]!]!
  }
  return Array.from(found, (role) => roles[role]?.[1] ?? '')
}

/** By node: the role that the outermost frames tell, -1: none. A node comes after the one above it. */
function rolesOfNodes(tree: FunctionTree): Int8Array {
  const roleOf = new Int8Array(tree.count).fill(-1)
  const depth = new Uint8Array(tree.count)
  const known: (number | undefined)[] = []
  for (let node = 1; node < tree.count; node++) {
    const parent = tree.parentOf(node)
    roleOf[node] = roleOf[parent]!
    depth[node] = Math.min(deepest + 1, depth[parent]! + 1)
    if (roleOf[node]! >= 0 || depth[node]! > deepest) continue
    const of = tree.functionOf(node)
    roleOf[node] = known[of] ??= roles.findIndex(([pattern]) => pattern.test(tree.functions.get(of).name))
  }
  return roleOf
}
