import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startTarget } from '../../samples/start-target.ts'
import { tryInstallTool } from '../../samples/dotnet-tools.ts'
import { report } from '../harness.ts'
import { recordInApp } from './app-run.ts'
import { figuresOf, inWords } from './figures.ts'
import { recordOurs } from './ours.ts'
import { recordWithPeer } from './peer.ts'
import { type OurRun, type Run, type RunOptions } from './runs.ts'
import { pause } from '../../main/os/pause.ts'

/**
 * A flood recorded by ours and by `dotnet-trace collect` in turns, see README.md beside this file.
 *
 *   npm run -s bench -- record [--runs 5] [--seconds 5] [--buffer 256] [--threads 1] [--app]
 *
 * Goals: no larger share of events lost, no more processor time of main thread and recorder than the whole peer takes, no longer stop.
 */
const program = process.argv[1] ?? ''
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    buffer: { type: 'string', default: '256' },
    threads: { type: 'string', default: '1' },
    app: { type: 'boolean' },
    ours: { type: 'string' },
  },
})

if (values.ours === undefined) await measure()
else console.log(JSON.stringify(await recordOurs(JSON.parse(values.ours) as RunOptions)))

async function measure(): Promise<void> {
  if (!(Number(values.runs) >= 1)) throw new Error('--runs must be 1 or more')
  const tool = tryInstallTool('dotnet-trace')
  if (tool === null) throw new Error('dotnet-trace cannot be had here')
  if (!existsSync(path.join('out', 'main', 'recorder.cjs'))) throw new Error('npm run build first')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pb-record-'))
  const target = await startTarget({ args: ['flood', `--flood-threads=${values.threads}`] })
  const common = { pid: target.pid, seconds: Number(values.seconds), bufferMB: Number(values.buffer) }
  const ours: OurRun[] = []
  const peers: Run[] = []
  try {
    for (let run = 0; run <= Number(values.runs); run++) {
      const file = (name: string) => path.join(folder, `${name}-${run}.nettrace`)
      const byUs = () => inOwnProcess({ ...common, file: file('ours') })
      const byPeer = () => recordWithPeer(tool, { ...common, file: file('peer') })
      // Who is first takes turns too: a machine gets slower or faster while it is measured.
      const isFirst = run % 2 === 0
      const before = isFirst ? null : await byPeer()
      if (before !== null) await pause(500)
      const mine = await byUs()
      await pause(500)
      const theirs = before ?? (await byPeer())
      if (before === null) await pause(500)
      for (const name of ['ours', 'peer']) rmSync(file(name), { force: true })
      console.error(`  run ${run}: ours ${inWords(mine)}; peer ${inWords(theirs)}`)
      // The first compiles the target's code and fills the caches of the disk.
      if (run === 0) continue
      ours.push(mine)
      peers.push(theirs)
    }
  } finally {
    await target.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
  const app = values.app === true ? await recordInApp(common.seconds, values.threads) : {}
  const inApp = Object.entries(app).map(([name, value]) => [`app ${name}`, value] as const)
  const asked = { bufferMB: common.bufferMB, secondsEach: common.seconds, floodThreads: Number(values.threads) }
  report({ name: 'record', figures: { ...asked, ...figuresOf(ours, peers), ...Object.fromEntries(inApp) } })
}

/** Its threads are then all of it: neither this program's bookkeeping nor the peer is among them. */
async function inOwnProcess(options: RunOptions): Promise<OurRun> {
  const child = spawn(process.execPath, [program, '--ours', JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString('utf8')))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the recording process ended with ${code}`)
  return JSON.parse(output) as OurRun
}
