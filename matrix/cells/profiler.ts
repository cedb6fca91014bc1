import fs from 'node:fs'
import path from 'node:path'
import { ask } from '../../main/diagnostics/client.ts'
import { encodeAttachProfiler } from '../../main/protocol/encode.ts'
import { buildProfiler, profilerClsid } from '../../samples/start-target.ts'
import { rawFacts, until, word, type Bench, type Row } from '../cell.ts'
import { isWindows, nowhere } from '../where.ts'

/** A real profiler library, attached to running runtimes: every way it can go wrong, and the one it should go. */

export const profilerLibrary = (): string => {
  const library = buildProfiler()
  if (library === null) throw new Error('no compiler')
  return library
}

async function attach(bench: Bench, text: string, more: { path?: string; clsid?: string } = {}): Promise<string> {
  const encoded = encodeAttachProfiler(
    {
      timeoutMs: 2000,
      profilerClsid: more.clsid ?? profilerClsid,
      profilerPath: more.path ?? profilerLibrary(),
      clientBytes: new TextEncoder().encode(text),
    },
    rawFacts(bench),
  )
  return encoded.ok ? word(await ask(bench.endpoint, encoded.value, {})) : word(encoded)
}

function linesOf(log: string): readonly string[] {
  return fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trimEnd().split('\n') : []
}

function row(name: string, run: (bench: Bench) => Promise<string>): Row {
  return { name, target: 'own', run }
}

export const profilerRows: readonly Row[] = [
  row('AttachProfiler', async (bench) => {
    const log = path.join(bench.folder, 'log')
    const text = `log=${log};greeting=größe`
    const answer = await attach(bench, text)
    if (answer !== 'OK') return answer
    await until(() => linesOf(log).includes('attach-complete'))
    const wanted = `attach ${Buffer.byteLength(text)} bytes ${text}`
    return linesOf(log)[0] === wanted ? 'OK, loaded with its data' : `OK, wrote ${linesOf(log).join(' | ')}`
  }),
  row('AttachProfiler, file missing', (bench) => attach(bench, '', { path: nowhere('libprofiler.so') })),
  row('AttachProfiler, not a library', (bench) => {
    const file = path.join(bench.folder, 'text.dll')
    fs.writeFileSync(file, 'not a library')
    return attach(bench, '', { path: file })
  }),
  row('AttachProfiler, no entry point', (bench) => {
    if (isWindows) return attach(bench, '', { path: 'C:\\windows\\system32\\kernel32.dll' })
    const maps = fs.readFileSync(`/proc/${bench.target.pid}/maps`, 'latin1')
    return attach(bench, '', { path: /\/\S*\/libc[.-]\S*/.exec(maps)?.[0] ?? '/nowhere' })
  }),
  row('AttachProfiler, other class id', (bench) =>
    attach(bench, '', { clsid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }),
  ),
  row('AttachProfiler, the library declines', async (bench) => {
    const declined = await attach(bench, 'fail=80131375')
    return `${declined}, then ${await attach(bench, '')}`
  }),
  row('AttachProfiler, events that need a start', (bench) => attach(bench, 'mask=1000')),
  row('AttachProfiler, a second time', async (bench) => {
    const first = await attach(bench, '')
    return first === 'OK' ? attach(bench, '') : first
  }),
  row('AttachProfiler, after it has detached', async (bench) => {
    const log = path.join(bench.folder, 'log')
    const first = await attach(bench, `log=${log};detach=1`)
    if (first !== 'OK') return first
    await until(() => linesOf(log).includes('detached'), 20_000)
    // The runtime needs a moment more before it takes the next.
    let second = ''
    await until(async () => (second = await attach(bench, '')) === 'OK', 10_000)
    return second
  }),
]
