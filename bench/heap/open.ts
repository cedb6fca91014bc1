import fs from 'node:fs'
import { HeapDocumentEngine } from '../../main/workers/heap/heap-document-engine.ts'
import { report } from '../harness.ts'
import { withGeneratedFile } from './generated-file.ts'
import { writeGeneratedGcDump } from './generated-gcdump.ts'

/**
 * `npm run -s bench -- heap/open [MILLIONS]`: a generated `.gcdump` of ten million objects, opened by what a document's thread runs: until the graph is
 * read, until the table of types is there without and with retained sizes, until dominators are found, and what a search in the whole tree takes; with the
 * most memory of the process so far at each. The file is made by a process of its own, so that its memory is not counted.
 *
 * Goal: 10 M objects with types in 1.2 s and dominators in 5 s; 50 M objects in 40 s and 4 GB.
 */
const nodeCount = Number(process.argv[2] ?? 10) * 1e6
await withGeneratedFile({
  name: 'generated.gcdump',
  millions: nodeCount / 1e6,
  write: (file) => writeGeneratedGcDump(file, nodeCount),
  read: open,
})

async function open(file: string): Promise<void> {
  const start = performance.now()
  const seconds = (): number => (performance.now() - start) / 1000
  const begun = process.cpuUsage()
  const mark = (name: string): void => {
    const { user, system } = process.cpuUsage(begun)
    figures[`${name}, seconds`] = seconds()
    figures[`${name}, processor seconds`] = (user + system) / 1e6
    figures[`${name}, most megabytes`] = process.resourceUsage().maxRSS / 1000
  }
  const figures: Record<string, number> = { nodes: nodeCount, fileBytes: fs.statSync(file).size }
  const engine = new HeapDocumentEngine(file, ({ phase }) => {
    if (phase === 'dominators' && figures['graph read, seconds'] === undefined) mark('graph read')
    if (phase === 'ready') mark('dominators and retained sizes')
  })
  const question = { grouping: 'type', search: '', sortBy: 'retained', isDescending: true } as const
  await askTypes('table of types without retained sizes')
  await engine.summary(true)
  await askTypes('table of types')
  for (const search of ['Part7', 'Part8']) {
    const from = seconds()
    await engine.findInTree({ view: 'dominators', type: null, search })
    figures[search === 'Part7' ? 'first search in the tree, seconds' : 'next search, seconds'] = seconds() - from
  }
  engine.close()
  async function askTypes(name: string): Promise<void> {
    const types = await engine.types(question, 0, 200)
    if (!types.ok) throw new Error(types.error.kind)
    mark(name)
  }
  report({ name: 'heap/open', figures })
}
