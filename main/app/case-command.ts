import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { App } from 'electron'
import { becomeWindowless } from './window/windowless.ts'

/** The bundled `main/case/case.ts`; it belongs to the command line and is compiled apart. */
interface CaseProgram {
  runCase(given: readonly string[], facts: { readonly version: string }): Promise<number>
}

export const caseSwitch = '--case'
const headlessSwitch = '--ozone-platform=headless'
/** How often the second process looks whether the first one is still there. */
const lookMs = 1000

/**
 * `pipescope --case …` instead of a window: the same as `npm run case`, for servers without Node. Chromium chooses its display before this
 * program runs and ends where there is none, so that on Linux it is started once more with a display that is none.
 */
export function becomeCaseCommand(app: App): void {
  if (needsHeadlessStart(process.platform, process.argv)) restartHeadless()
  const parent = process.ppid
  const exit = becomeWindowless(app, 'pscope-case-')
  void app.whenReady().then(async () => {
    // Whoever ends the first process means this one: what is there is packed.
    const watch = setInterval(() => process.ppid !== parent && process.emit('SIGTERM', 'SIGTERM'), lookMs)
    const code = await run(app.getVersion())
    clearInterval(watch)
    exit(code)
  })
}

/** Only Chromium on Linux wants a display server. */
export function needsHeadlessStart(platform: NodeJS.Platform, given: readonly string[]): boolean {
  return platform === 'linux' && !given.includes(headlessSwitch)
}

async function run(version: string): Promise<number> {
  try {
    const file = path.join(__dirname, 'case.cjs')
    const program = createRequire(file)(file) as CaseProgram
    return await program.runCase(process.argv.slice(process.argv.indexOf(caseSwitch) + 1), { version })
  } catch (cause) {
    process.stderr.write(`pipescope: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`)
    return 1
  }
}

function restartHeadless(): never {
  // A terminal sends it to both; the second one packs, and this one passes its end on.
  process.on('SIGINT', () => undefined)
  const ended = spawnSync(process.execPath, [headlessSwitch, ...process.argv.slice(1)], { stdio: 'inherit' })
  process.exit(ended.status ?? 1)
}
