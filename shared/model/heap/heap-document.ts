/** What the page knows of an opened heap graph. Bytes are the sizes of objects themselves unless they are called retained. */
export interface HeapSummary {
  readonly source: 'events' | 'gcdump' | 'dump'
  readonly completeness: HeapCompletenessSummary
  readonly processId: number | null
  readonly processName: string | null
  readonly machineName: string | null
  /** ISO 8601. */
  readonly takenUtc: string | null
  readonly tool: string | null
  readonly runtimeVersion: string | null
  readonly pointerSize: number
  readonly objectCount: number
  readonly objectBytes: number
  readonly referenceCount: number
  readonly typeCount: number
  /** Objects that a root refers to. */
  readonly rootCount: number
  /** What no root reaches. Null until retained sizes are computed. */
  readonly unreached: { readonly count: number; readonly bytes: number } | null
  readonly pauseMs: number | null
  readonly danglingReferenceCount: number
  readonly unnamedObjectCount: number
  /** Bytes of all objects by generation, as in `heapGenerations`; null: not told. */
  readonly generationBytes: readonly number[] | null
  /** The file tells of a type at least which module it is from. */
  readonly hasModules: boolean
}

export type HeapCompletenessSummary =
  | { readonly kind: 'complete' }
  | { readonly kind: 'partial'; readonly share: number | null; readonly reasons: readonly HeapGapSummary[] }
  | { readonly kind: 'sampled'; readonly estimate: HeapEstimate | null }

/** Of the process that a sample was taken of, by the multipliers of the file. */
export interface HeapEstimate {
  readonly count: number
  readonly bytes: number
}

/** One reason why a graph is partial: what is missing, with its figures. */
export interface HeapGapSummary {
  readonly kind: string
  readonly count: number | null
  readonly detail: string
}

export const heapGroupings = ['type', 'namespace', 'module'] as const
export type HeapGrouping = (typeof heapGroupings)[number]

/** By the number that a graph has for them; what an object has besides is not known. */
export const heapGenerations = ['gen0', 'gen1', 'gen2', 'loh', 'poh', 'frozen'] as const
export type HeapGeneration = (typeof heapGenerations)[number]

export const heapTypeColumns = ['name', 'count', 'shallow', 'retained', 'module', ...heapGenerations] as const
export type HeapTypeColumn = (typeof heapTypeColumns)[number]

export interface HeapTypesQuestion {
  readonly grouping: HeapGrouping
  /** In names; `/…/` is a regular expression. */
  readonly search: string
  readonly sortBy: HeapTypeColumn
  readonly isDescending: boolean
}

export interface HeapTypeRow {
  /** Of the group, for other questions. */
  readonly group: number
  readonly name: string
  readonly module: string
  readonly count: number
  readonly shallowBytes: number
  readonly retainedBytes: number
  /** Bytes of the objects themselves by generation, as in `heapGenerations`; null: not told. */
  readonly generationBytes: readonly number[] | null
}

/** While retained sizes are computed, the rest is known already. */
export interface HeapTypeRowSoFar extends Omit<HeapTypeRow, 'retainedBytes'> {
  readonly retainedBytes: number | null
}

/** A step on the shortest ways from the roots to the objects of a type. */
export interface HeapWayStep {
  readonly name: string
  /** Of a root: what keeps it alive by itself. */
  readonly rootKind: string | null
  /** How many objects of the type lie behind it. */
  readonly count: number
}

/** What is shown beside the list of types. */
export interface HeapTypeFacts {
  readonly row: HeapTypeRowSoFar
  /** The way that most of its objects have in common; null: it was not asked for, or retained sizes are not known yet. */
  readonly way: readonly HeapWayStep[] | null
  /** Null: the file has all objects, or tells nothing about the others. */
  readonly estimate: HeapEstimate | null
}

export interface HeapTypesPage {
  readonly rows: readonly HeapTypeRowSoFar[]
  readonly rowCount: number
  readonly allRowCount: number
}

/** A type in the part of a heap graph that is read. */
export interface HeapTypeOfPart {
  readonly name: string
  readonly module: string
  readonly count: number
  readonly shallowBytes: number
}

/** What is in the part of a heap graph that is read, while the rest still comes. */
export interface HeapTypesSoFar {
  /** Of the graph, 0 to 1. */
  readonly readShare: number
  readonly objectCount: number
  readonly objectBytes: number
  readonly typeCount: number
  /** Those that take most, the largest first; at most `mostTypesSoFar`. */
  readonly rows: readonly HeapTypeOfPart[]
}

/** They are sent again and again. */
export const mostTypesSoFar = 200

/** What a heap graph is saved as. Tables are those that the page shows, sorted and filtered as there. */
export const heapExportKinds = [
  'gcdump',
  'report',
  'folded',
  'types-csv',
  'types-tsv',
  'types-json',
  'objects-csv',
  'objects-tsv',
  'objects-json',
  'dominators-csv',
  'dominators-tsv',
  'dominators-json',
  'paths-csv',
  'paths-tsv',
  'paths-json',
] as const
export type HeapExportKind = (typeof heapExportKinds)[number]

export interface HeapExportQuestion {
  readonly kind: HeapExportKind
  /** Of tables of types. */
  readonly types: HeapTypesQuestion
  /** Of tables of objects: those of one type; null: all. Of paths to roots: the type whose objects are kept alive. */
  readonly type: number | null
}

/** A file that was made of a heap. */
export interface HeapExported {
  readonly path: string
  readonly sizeBytes: number
  /** Objects that are larger than the format can say. Left out: none. */
  readonly cappedCount?: number
}

export const heapTreeViews = ['dominators', 'dominator-objects', 'paths'] as const
export type HeapTreeView = (typeof heapTreeViews)[number]

/**
 * Rows below a path of groups, of everything (`dominators`; `dominator-objects`: object by object), or on the shortest ways from the roots to the
 * objects of one type (`paths`).
 */
export interface HeapTreeQuestion {
  readonly view: HeapTreeView
  /** Of `paths`: the type whose objects are kept alive. */
  readonly type: number | null
  /** Keys of the rows above, the top first. */
  readonly path: readonly number[]
  /** Of the rows below the path: where to begin. */
  readonly fromRow: number
}

/** A search in a whole tree, in names; `/…/` is a regular expression. */
export interface HeapTreeSearch {
  readonly view: HeapTreeView
  readonly type: number | null
  readonly search: string
}

/** Paths of the matching rows, what retains most (of `paths`: what most objects are below) first. */
export interface HeapTreeMatches {
  readonly paths: readonly (readonly number[])[]
  /** Those that are not among the paths too. */
  readonly matchCount: number
}

export interface HeapTreeRow {
  /** Among its siblings. */
  readonly key: number
  readonly name: string
  readonly module: string
  /** Of a root: what keeps it alive by itself. */
  readonly rootKind: string | null
  /** Of a single object, hexadecimal; empty: a type or a root. */
  readonly address: string
  /** Objects of the row; of `paths`: of the asked type below it. */
  readonly count: number
  readonly shallowBytes: number
  readonly retainedBytes: number
  readonly hasRows: boolean
}

export interface HeapTreeAnswer {
  readonly rows: readonly HeapTreeRow[]
  /** Lighter ones behind them. */
  readonly omitted: { readonly rowCount: number; readonly retainedBytes: number } | null
}

export interface HeapObjectsQuestion {
  /** Of one type; with `of`: of what an object refers to or what refers to it. */
  readonly type: number | null
  readonly of: { readonly node: number; readonly direction: 'out' | 'in' } | null
}

export interface HeapObjectRow {
  readonly node: number
  readonly name: string
  /** Hexadecimal; empty: a root. */
  readonly address: string
  readonly shallowBytes: number
  readonly retainedBytes: number
  /** As .NET calls it; empty: not told. */
  readonly generation: string
  /** By which the object above refers to it; empty: not told. */
  readonly field: string
  readonly isReached: boolean
}

export interface HeapObjectsPage {
  readonly rows: readonly HeapObjectRow[]
  readonly rowCount: number
}

/** What is known of one object. */
export interface HeapObjectFacts {
  readonly object: HeapObjectRow
  readonly module: string
  /** References to it and from it; one object may have several. */
  readonly inCount: number
  readonly outCount: number
  /** The shortest way from a root to it, the root first; empty: no root reaches it. */
  readonly path: readonly HeapObjectRow[]
}
