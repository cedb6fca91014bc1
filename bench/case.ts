import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startTarget } from '../samples/start-target.ts'
import { pause } from '../main/os/pause.ts'

/**
 * `npm run -s bench -- case [MB]`: the case `slow` with heap graph and mini dump of a process of that size (default 400 MB, and growing): its
 * time beside the sum of its steps (aim: at most 5 s more), and the memory of the command, step by step: of the whole command, and of what its
 * main thread holds itself, which must not grow with the process. One run, about two minutes.
 */
const wantedMb = Number(process.argv[2] ?? 400)
const root = process.cwd()
// The command would build what is older than its sources, on the clock.
spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' })
const target = await startTarget({ args: ['leak', 'mixed', '--mb-per-second=8'] })
const out = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-bench-case-'))

function residentMb(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

while (residentMb(target.pid) < wantedMb) await pause(300)
const sizeMb = Math.round(residentMb(target.pid))
const startMs = performance.now()
const words = ['--pid', `${target.pid}`, '--checklist', 'slow', '--out', out, '--heap', '--dump', 'mini']
/** Heap and buffers of the main thread, as it tells them itself. */
const heldPath = path.join(out, '..', `${path.basename(out)}.held`)
const teller = path.join(out, '..', `${path.basename(out)}.cjs`)
fs.writeFileSync(
  teller,
  `if (require('node:worker_threads').isMainThread)
  setInterval(() => {
    const { heapUsed, external } = process.memoryUsage()
    require('node:fs').writeFileSync(${JSON.stringify(heldPath)}, String(heapUsed + external))
  }, 100).unref()`,
)
const child = spawn(process.execPath, ['--require', teller, path.join(root, 'scripts/case.mjs'), ...words], {
  stdio: ['ignore', 'pipe', 'pipe'],
})
let text = ''
let peakMb = 0
let mainPeakMb = 0
/** Resident at most, by the step or phase that was told last. */
const peaks = new Map<string, { allMb: number; mainMb: number }>()
let collectedMs = 0
/** From the line that says that a step is running to the line that says how it ended. */
const begun = new Map<string, number>()
const stepsMs = new Map<string, number>()

function timeSteps(piece: string): void {
  for (const line of piece.split('\n')) {
    const [, title, state] = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line) ?? []
    if (title === undefined || state === undefined) continue
    if (state === 'running') begun.set(title, performance.now())
    else if (begun.has(title)) stepsMs.set(title, performance.now() - begun.get(title)!)
  }
}

child.stdout.resume()
child.stderr.setEncoding('utf8').on('data', (piece: string) => {
  text += piece
  timeSteps(piece)
  if (collectedMs === 0 && text.includes('Masking')) collectedMs = performance.now() - startMs
})
const timer = setInterval(() => {
  if (child.exitCode !== null || child.pid === undefined || !fs.existsSync(`/proc/${child.pid}`)) return
  const nowMb = residentMb(child.pid)
  const phase = /^ {2}(\S.*?)(?: {2}.*)?$/.exec(text.trimEnd().split('\n').at(-1) ?? '')?.[1] ?? 'Start'
  const mainMb = fs.existsSync(heldPath) ? Number(fs.readFileSync(heldPath, 'utf8')) / 1024 / 1024 : 0
  peakMb = Math.max(peakMb, nowMb)
  mainPeakMb = Math.max(mainPeakMb, mainMb)
  const before = peaks.get(phase) ?? { allMb: 0, mainMb: 0 }
  peaks.set(phase, {
    allMb: Math.round(Math.max(before.allMb, nowMb)),
    mainMb: Math.round(Math.max(before.mainMb, mainMb)),
  })
}, 100)
const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
clearInterval(timer)
const allMs = performance.now() - startMs
const sumMs = [...stepsMs.values()].reduce((sum, ms) => sum + ms, 0)
const packageBytes = fs.readdirSync(out).reduce((sum, name) => sum + fs.statSync(path.join(out, name)).size, 0)
await target.dispose()
for (const made of [out, heldPath, teller]) fs.rmSync(made, { recursive: true, force: true })
process.stderr.write(
  `process ${sizeMb} MB: ${(allMs / 1000).toFixed(1)} s, of which collecting ${(collectedMs / 1000).toFixed(1)} s; ` +
    `the steps together ${(sumMs / 1000).toFixed(1)} s, so ${((allMs - sumMs) / 1000).toFixed(1)} s more than they; ` +
    `package ${(packageBytes / 1e6).toFixed(1)} MB; peak of the command ${Math.round(peakMb)} MB\n`,
)
for (const [title, ms] of stepsMs) process.stderr.write(`  ${title.padEnd(24)} ${(ms / 1000).toFixed(2)} s\n`)
for (const [phase, { allMb, mainMb }] of peaks)
  process.stderr.write(`  ${phase.padEnd(24)} ${allMb} MB, main thread ${mainMb} MB\n`)
process.stdout.write(
  `${JSON.stringify({ peaks: Object.fromEntries(peaks), sizeMb, exitCode, allMs, collectedMs, sumMs, stepsMs: Object.fromEntries(stepsMs), packageBytes, peakMb, mainPeakMb })}\n`,
)
process.exit(exitCode === 0 ? 0 : 1)
