import type { ProfileBuilder } from './profile-builder.ts'

const usPerMs = 1000
const rootName = '(root)'

interface NodeEntry {
  readonly id?: unknown
  readonly parent?: unknown
  readonly children?: unknown
  readonly callFrame?: { readonly functionName?: unknown; readonly url?: unknown; readonly lineNumber?: unknown }
}

/** Samples of one CPU profile of V8. A sample lasts until the next one. */
export class V8Profile {
  readonly #builder: ProfileBuilder
  readonly #thread: number
  readonly #nodeOf = new Map<unknown, number>()
  readonly #parentOf = new Map<unknown, unknown>()
  #atMs: number
  #pendingNode = 0

  constructor(builder: ProfileBuilder, thread: number, startMs: number) {
    this.#builder = builder
    this.#thread = thread
    this.#atMs = startMs
  }

  /** Callers come before what they call. False: these are no nodes. */
  addNodes(nodes: unknown): boolean {
    if (!Array.isArray(nodes)) return false
    const entries = nodes.filter((node): node is NodeEntry => typeof node === 'object' && node !== null)
    for (const { id, children } of entries)
      if (Array.isArray(children)) for (const child of children) this.#parentOf.set(child, id)
    for (const { id, parent, callFrame } of entries) {
      if (this.#nodeOf.has(id)) continue
      const above = this.#nodeOf.get(parent ?? this.#parentOf.get(id)) ?? 0
      const name = typeof callFrame?.functionName === 'string' ? callFrame.functionName : ''
      const file = typeof callFrame?.url === 'string' ? callFrame.url : ''
      const line = typeof callFrame?.lineNumber === 'number' ? Math.max(0, callFrame.lineNumber + 1) : 0
      const isRoot = above === 0 && name === rootName
      const frame = isRoot ? 0 : this.#builder.frame(name || 'Anonymous function', file, line)
      this.#nodeOf.set(id, isRoot ? 0 : this.#builder.child(above, frame))
    }
    return true
  }

  /** A time and the node that the thread was in from then on. */
  addSamples(nodes: unknown, deltasUs: unknown): boolean {
    if (!Array.isArray(nodes) || !Array.isArray(deltasUs)) return false
    for (const [index, id] of nodes.entries()) {
      const delta: unknown = deltasUs[index]
      this.#until(this.#atMs + (typeof delta === 'number' ? Math.max(0, delta) : 0) / usPerMs)
      this.#pendingNode = this.#nodeOf.get(id) ?? 0
    }
    return true
  }

  /** `endMs` null: the file does not say when it ended. */
  finish(endMs: number | null): void {
    this.#until(Math.max(endMs ?? this.#atMs, this.#atMs))
  }

  #until(atMs: number): void {
    const node = this.#pendingNode
    if (node > 0) this.#builder.sample(this.#thread, this.#atMs, node, atMs - this.#atMs)
    this.#atMs = atMs
    this.#pendingNode = 0
  }
}

interface ProfileEvent {
  readonly name?: unknown
  readonly pid?: unknown
  readonly tid?: unknown
  readonly id?: unknown
  readonly ts?: unknown
  readonly args?: unknown
}

/** CPU profiles of V8 within a trace, in chunks. */
export class V8Profiles {
  readonly #builder: ProfileBuilder
  readonly #profiles = new Map<string, V8Profile>()

  constructor(builder: ProfileBuilder) {
    this.#builder = builder
  }

  /** False: the event is none of a profile. */
  add({ name, pid, tid, id, ts, args }: ProfileEvent): boolean {
    const data = (args as { data?: unknown } | null | undefined)?.data as
      { startTime?: unknown; cpuProfile?: unknown; timeDeltas?: unknown } | null | undefined
    const key = `${keyText(pid)}:${keyText(id)}`
    if (name === 'Profile') {
      const startUs = typeof data?.startTime === 'number' ? data.startTime : typeof ts === 'number' ? ts : 0
      const threadId = typeof tid === 'number' ? tid : null
      const thread = this.#builder.thread(`profile:${key}`, threadId, 'CPU profile of V8')
      this.#profiles.set(key, new V8Profile(this.#builder, thread, startUs / usPerMs))
      return true
    }
    const profile = this.#profiles.get(key)
    if (name !== 'ProfileChunk' || profile === undefined) return false
    const cpu = data?.cpuProfile as { nodes?: unknown; samples?: unknown; timeDeltas?: unknown } | null | undefined
    const hasNodes = profile.addNodes(cpu?.nodes)
    const hasSamples = profile.addSamples(cpu?.samples, data?.timeDeltas ?? cpu?.timeDeltas)
    return hasNodes || hasSamples
  }

  finish(): void {
    for (const profile of this.#profiles.values()) profile.finish(null)
  }
}

function keyText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
