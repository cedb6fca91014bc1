import path from 'node:path'
import type {
  TraceSource,
  TraceSourceGap,
  TraceSourceLine,
  TraceSourcePlace,
} from '../../../shared/model/trace/trace-source.ts'
import { isOnAnotherMachine } from '../../os/target-view.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { CodeOrigin } from '../../analysis/stacks/frames/il-places.ts'
import { readEmbeddedPdb } from '../../foreign/embedded-pdb.ts'
import { askForeign } from '../../foreign/foreign-files.ts'
import type { ForeignFailure } from '../../foreign/foreign-question.ts'
import { NotAnAssembly } from '../../foreign/pe-headers.ts'
import { PortablePdb } from '../../foreign/portable-pdb.ts'
import { pointAt, type SequencePoint } from '../../foreign/sequence-points.ts'

const mostPdbBytes = 64 * 2 ** 20
/** Files whose functions a person goes back and forth between. */
const keptPdbs = 4
const mostLines = 10
/** Files of the older format begin so. */
const windowsPdb = 'Microsoft C/C++'

/**
 * Lines of source code, from the PDB beside a module or in it. The recording names the module and its build; a file of another build is not
 * used, nothing is downloaded, and nothing is asked of another machine.
 */
export class SourceLines {
  readonly #pdbs = new Map<string, PortablePdb>()

  async sourceOf(origin: CodeOrigin): Promise<TraceSource> {
    const gap = gapOf(origin)
    if (gap !== null) return withoutLines(origin, gap)
    try {
      const pdb = await this.#pdbOf(origin)
      return pdb.ok ? sourceIn(pdb.value, origin) : withoutLines(origin, pdb.error)
    } catch (error) {
      // Foreign bytes: a read past the end, or what should be there is not.
      if (error instanceof RangeError || error instanceof NotAnAssembly) return withoutLines(origin, 'unreadable')
      throw error
    }
  }

  async #pdbOf({ modulePath, pdbId }: CodeOrigin): Promise<Result<PortablePdb, TraceSourceGap>> {
    const key = `${pdbId} ${modulePath}`
    const known = this.#pdbs.get(key)
    if (known !== undefined) return ok(known)
    const found = await findPdb(modulePath, pdbId)
    if (!found.ok) return found
    const [oldest] = this.#pdbs.keys()
    if (oldest !== undefined && this.#pdbs.size >= keptPdbs) this.#pdbs.delete(oldest)
    this.#pdbs.set(key, found.value)
    return found
  }
}

function gapOf({ isManaged, isDynamic, modulePath, pdbId, token }: CodeOrigin): TraceSourceGap | null {
  if (!isManaged) return 'not-managed'
  if (isDynamic) return 'dynamic'
  if (modulePath === '' || pdbId === '' || token === 0) return 'module-unknown'
  return !path.isAbsolute(modulePath) || isOnAnotherMachine(modulePath) ? 'module-missing' : null
}

async function findPdb(modulePath: string, pdbId: string): Promise<Result<PortablePdb, TraceSourceGap>> {
  const beside = await readBeside(`${modulePath.replace(/\.(?:dll|exe)$/i, '')}.pdb`)
  if (beside.ok && beside.value.id === pdbId) return beside
  const embedded = await readEmbeddedPdb(modulePath, mostPdbBytes)
  if (!embedded.ok) return err(beside.ok ? 'other-build' : moduleGap(embedded.error))
  if (embedded.value !== null) {
    const pdb = new PortablePdb(embedded.value)
    return pdb.id === pdbId ? ok(pdb) : err('other-build')
  }
  return beside.ok ? err('other-build') : beside
}

async function readBeside(file: string): Promise<Result<PortablePdb, TraceSourceGap>> {
  const read = await askForeign({ kind: 'read', path: file, maxBytes: mostPdbBytes })
  if (!read.ok) return err(read.error.kind === 'missing' ? 'no-pdb' : 'unreadable')
  const { bytes } = read.value
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.toString('latin1', 0, windowsPdb.length) === windowsPdb) return err('windows-pdb')
  return ok(new PortablePdb(buffer))
}

function moduleGap({ kind }: ForeignFailure): TraceSourceGap {
  return kind === 'missing' ? 'module-missing' : 'unreadable'
}

function withoutLines(origin: CodeOrigin, gap: TraceSourceGap): TraceSource {
  const { precompiledCount, unmappedCount, hiddenCount } = origin
  return { start: null, gap, lines: [], lineCount: 0, precompiledCount, unmappedCount, hiddenCount }
}

function sourceIn(pdb: PortablePdb, origin: CodeOrigin): TraceSource {
  const { token, places, precompiledCount, unmappedCount } = origin
  const placeOf = ({ document, line }: SequencePoint): TraceSourcePlace => ({ path: pdb.documentPath(document), line })
  const first = pdb.pointsOf(token).find(({ line }) => line > 0)
  if (first === undefined) return withoutLines(origin, 'no-lines')
  const lines = new Map<string, TraceSourceLine>()
  const pointsOf = new Map<number, readonly SequencePoint[]>()
  let { hiddenCount } = origin
  for (const { token: of, ilOffset, samples } of places) {
    let points = pointsOf.get(of)
    if (points === undefined) pointsOf.set(of, (points = pdb.pointsOf(of)))
    const point = pointAt(points, ilOffset)
    if (point === null || point.line === 0) {
      hiddenCount += samples
      continue
    }
    const place = placeOf(point)
    const key = `${place.path}:${String(place.line)}`
    lines.set(key, { ...place, samples: samples + (lines.get(key)?.samples ?? 0) })
  }
  const heaviest = [...lines.values()].sort((a, b) => b.samples - a.samples || a.line - b.line)
  return {
    start: placeOf(first),
    gap: null,
    lines: heaviest.slice(0, mostLines),
    lineCount: heaviest.length,
    precompiledCount,
    unmappedCount,
    hiddenCount,
  }
}
