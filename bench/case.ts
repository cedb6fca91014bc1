import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startTarget } from '../samples/start-target.ts'
import { pause } from '../main/os/pause.ts'

/**
 * `npm run -s bench -- case [MB]`: the case `slow` with heap graph and mini dump of a process of that size (default 400 MB, and growing): its
 * time beside the sum of its steps, and the memory of the command. One run, about two minutes.
 */
const wantedMb = Number(process.argv[2] ?? 400)
const root = process.cwd()
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
const child = spawn(process.execPath, [path.join(root, 'scripts/case.mjs'), ...words], {
  stdio: ['ignore', 'pipe', 'pipe'],
})
let text = ''
let peakMb = 0
let collectedMs = 0
child.stdout.resume()
child.stderr.setEncoding('utf8').on('data', (piece: string) => {
  text += piece
  if (collectedMs === 0 && text.includes('Masking')) collectedMs = performance.now() - startMs
})
const timer = setInterval(() => {
  if (child.exitCode === null && child.pid !== undefined && fs.existsSync(`/proc/${child.pid}`))
    peakMb = Math.max(peakMb, residentMb(child.pid))
}, 200)
const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
clearInterval(timer)
const allMs = performance.now() - startMs
const packageBytes = fs.readdirSync(out).reduce((sum, name) => sum + fs.statSync(path.join(out, name)).size, 0)
await target.dispose()
fs.rmSync(out, { recursive: true, force: true })
process.stderr.write(
  `process ${sizeMb} MB: ${(allMs / 1000).toFixed(1)} s, of which collecting ${(collectedMs / 1000).toFixed(1)} s; ` +
    `package ${(packageBytes / 1e6).toFixed(1)} MB; peak of the command ${Math.round(peakMb)} MB\n`,
)
process.stdout.write(`${JSON.stringify({ sizeMb, exitCode, allMs, collectedMs, packageBytes, peakMb })}\n`)
process.exit(exitCode === 0 ? 0 : 1)
