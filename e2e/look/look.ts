import path from 'node:path'
import { parseArgs } from 'node:util'
import { hasDisplay, startVirtualDisplay } from '../../scripts/setup/display.mjs'
import { setUp } from '../../scripts/setup/set-up.mjs'
import { startTarget, type SampleTarget, type StartTargetOptions } from '../../samples/start-target.ts'
import { startFakeRuntime, type FakeRuntime, type FaultRule } from '../fake-runtime/start-fake-runtime.ts'
import { answerQuestions } from '../fixture/native-questions.ts'
import { launchApp } from '../fixture/running-app.ts'
import { whenShellIsReady } from '../fixture/shell-steps.ts'
import { LookCamera, themes, type LookPlan, type Size, type Theme } from './camera.ts'
import { looks } from './looks.ts'

/**
 * Pictures of every screen and state, for people to look at side by side with what was there before:
 *
 *   npm run -s look -- DIR [--only live,record] [--themes light,dark,hc] [--sizes 900x600,1440x900,1600x1000] [--axe]
 *
 * A state that cannot be reached is named and the next one is tried; the exit code says whether all were,
 * and with `--axe` whether axe found nothing serious in any.
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    themes: { type: 'string' },
    sizes: { type: 'string' },
    axe: { type: 'boolean' },
  },
})
const callerFolder = process.env['INIT_CWD'] ?? process.cwd()
const plan: LookPlan = {
  folder: path.resolve(callerFolder, positionals[0] ?? 'out/look'),
  themes: (values.themes?.split(',') ?? themes) as readonly Theme[],
  sizes: (values.sizes?.split(',') ?? ['900x600', '1440x900', '1600x1000']).map(sizeOf),
  asksAxe: values.axe === true,
}
const only = values.only?.split(',') ?? null

await setUp({ headline: 'Pipescope: pictures of every screen' })
const display = hasDisplay() ? null : await startVirtualDisplay()
if (display !== null) process.env['DISPLAY'] = display.display
const app = await launchApp({ size: plan.sizes[0] ?? { width: 1440, height: 900 } })
await answerQuestions(app.application, 'agree')
app.page.setDefaultTimeout(30_000)
const targets: SampleTarget[] = []
const fakes: FakeRuntime[] = []
const camera = new LookCamera(app, plan)
const missed: string[] = []
try {
  await whenShellIsReady(app.page)
  await camera.set({ reducedMotion: 'on' })
  const start = async (options: StartTargetOptions) => {
    const target = await startTarget({ ...options, env: { ...app.targetEnvironment, ...options.env } })
    targets.push(target)
    return target
  }
  const startFake = async (faults: readonly FaultRule[]) => {
    const fake = await startFakeRuntime({ folder: app.folders.temporary, faults })
    fakes.push(fake)
    return fake
  }
  for (const [name, visit] of looks) {
    if (only !== null && !only.includes(name)) continue
    try {
      await visit({ app, page: app.page, camera, start, startFake })
      console.error(`  ${name}`)
    } catch (error) {
      missed.push(name)
      console.error(`  ${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
    for (let count = 0; count < 3; count += 1) await app.page.keyboard.press('Escape')
  }
} finally {
  // A program that still runs makes the app ask; nobody is here to answer.
  await app.close().catch(() => undefined)
  for (const target of targets) await target.dispose()
  for (const fake of fakes) await fake.stop()
  display?.stop()
}
console.log(
  `${String(camera.count)} pictures in ${plan.folder}${missed.length === 0 ? '' : `; not reached: ${missed.join(', ')}`}`,
)
for (const finding of camera.findings) console.log(finding)
process.exit(missed.length === 0 && camera.findings.length === 0 ? 0 : 1)

function sizeOf(words: string): Size {
  const [width, height] = words.split('x').map(Number)
  if (!width || !height) throw new Error(`a size is WIDTHxHEIGHT, not ${words}`)
  return { width, height }
}
