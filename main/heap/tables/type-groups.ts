import type { HeapGrouping } from '../../../shared/model/heap/heap-document.ts'
import { typeKeywords } from '../../analysis/names/type-name.ts'
import type { HeapGraph } from '../graph/heap-graph.ts'

/** Nodes put together for people: types of one name and module are one, whatever suffix of a size class they have. */
export interface TypeGroups {
  readonly count: number
  readonly names: readonly string[]
  /** File name. */
  readonly modules: readonly string[]
  /** The whole of it as the source tells, of the first type of the group. */
  readonly modulePaths: readonly string[]
  /** By row of `HeapGraph.types`. */
  readonly ofType: Uint32Array
  /** By group: it has pseudo nodes, no objects. */
  readonly isPseudo: readonly boolean[]
}

export function typeGroups({ types }: Pick<HeapGraph, 'types'>, grouping: HeapGrouping): TypeGroups {
  const rows = new Map<string, number>()
  const names: string[] = []
  const modules: string[] = []
  const modulePaths: string[] = []
  const isPseudo: boolean[] = []
  const ofType = Uint32Array.from(types, ({ name, module, rawName }) => {
    const file = fileOf(module)
    const pseudo = rawName.startsWith('[')
    const shown = grouping === 'module' ? file || 'Unknown module' : grouping === 'namespace' ? namespaceOf(name) : name
    // Statics, stacks and handles have names of their own and never go together with what the program calls the same.
    const key = pseudo ? `[${rawName}` : `${grouping === 'type' ? file : ''}\0${shown}`
    let row = rows.get(key)
    if (row === undefined) {
      row = names.push(pseudo ? name : shown) - 1
      rows.set(key, row)
      modules.push(grouping === 'namespace' ? '' : file)
      modulePaths.push(module)
      isPseudo.push(pseudo)
    }
    return row
  })
  return { count: names.length, names, modules, modulePaths, ofType, isPseudo }
}

/** `string` for `System.String` and the like. */
const keywordTypes: ReadonlySet<string> = new Set(typeKeywords.values())

/** `System.Collections.Generic` of `System.Collections.Generic.List<int>`. */
function namespaceOf(name: string): string {
  const bare = name.replace(/[<[(?*&].*$/, '')
  if (keywordTypes.has(bare)) return 'System'
  const at = bare.lastIndexOf('.')
  return at <= 0 ? 'No namespace' : bare.slice(0, at)
}

function fileOf(module: string): string {
  return module.slice(Math.max(module.lastIndexOf('/'), module.lastIndexOf('\\')) + 1)
}
