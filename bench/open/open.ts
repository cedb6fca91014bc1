import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { launchApp, type RunningApp } from '../../e2e/fixture/running-app.ts'
import { readyAfterMs } from '../../main/diagnostics/traces/trace-service.ts'
import { whenShellIsReady } from '../../e2e/fixture/shell-steps.ts'
import { recordSession } from '../../fixtures/recording/record-session.ts'
import { tryInstallTool } from '../../samples/dotnet-tools.ts'
import { root } from '../../scripts/setup/paths.mjs'
import { hasDisplay, startVirtualDisplay } from '../../scripts/setup/display.mjs'
import { recordInputs } from '../decode/inputs.ts'
import { writeLargeFile } from '../decode/large-file.ts'
import { report, type Spread, spreadOf } from '../harness.ts'
import { sampleTree } from '../measure/process-tree.ts'

/**
 * `npm run -s bench -- open`: from the key to the painted flame graph, see README.md beside this file.
 *
 * Goals: 4.7 MB in 250 ms, 84 MB in 500 ms with 250 MB, 100 MB of deep stacks in 1200 ms with 400 MB, 1 GB in 2500 ms with 1200 MB.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    keep: { type: 'string' },
    runs: { type: 'string', default: '5' },
    large: { type: 'boolean' },
    peer: { type: 'boolean' },
    again: { type: 'string', default: '0' },
    only: { type: 'string' },
    threads: { type: 'boolean' },
  },
})

const smallBytes = 4.7e6
const largeBytes = 1e9
const settleMs = 1500
const stillMs = 500
const longestMs = 120_000
const warmUpFiles = 10
/** From its start to waiting for a file, on a busy machine. */
const startOfThreadMs = 2000

const countedThreads = 8

interface Opened {
  /** A thread waited for the file; false: it was started by the key. Null: nobody can say. */
  readonly hadThread: boolean | null
  readonly documentMs: number
  readonly paintedMs: number
  /** From the key until all of it is read: of a large file the beginning is painted first. */
  readonly wholeMs: number
  /** From the key until the flame graph is painted that does not change any more: it says how many samples it has. */
  readonly wholeFlameMs: number
  readonly grownBytes: number
  /** From the key until all is still, of the main process with its workers and of the page: a busy machine stretches them little. */
  readonly mainCpuMs: number
  readonly pageCpuMs: number
}

/**
 * In the page, frame by frame: when the tab can be chosen (it is, at once), and when what it shows is painted. A click by the driver would wait for
 * frames of its own.
 */
const watchPage = (tab: string, painted: string): string => `new Promise((resolve) => {
  let keyMs = 0, documentMs = 0, paintedMs = 0, wholeMs = 0, wholeFlameMs = 0, sum = ''
  addEventListener('keydown', ({ timeStamp }) => (keyMs = timeStamp), { once: true, capture: true })
  const isShown = (element) => element.offsetParent !== null
  const look = () => {
    const at = performance.now()
    const tab = [...document.querySelectorAll('[data-testid="trace-info"] [role="tab"]:not([aria-disabled="true"])')]
      .find((one) => isShown(one) && one.textContent.startsWith(${JSON.stringify(tab)}))
    if (keyMs > 0 && documentMs === 0 && tab !== undefined) {
      documentMs = at - keyMs
      tab.click()
    }
    if (documentMs === 0 || document.querySelector(${JSON.stringify(painted)}) === null) return requestAnimationFrame(look)
    requestAnimationFrame((drawnMs) => {
      paintedMs = drawnMs - keyMs
      lookOn()
    })
  }
  const lookOn = () => {
    const atMs = performance.now() - keyMs
    const sumNow = document.querySelector('[role="group"][aria-label="Flame graph"]')?.textContent ?? ''
    if (sumNow !== sum) wholeFlameMs = atMs
    sum = sumNow
    const isReading = [...document.querySelectorAll('[aria-label="File being read"]')].some(isShown)
    if (isReading) wholeMs = 0
    else if (wholeMs === 0) wholeMs = atMs
    // The last picture may come behind the last part.
    if (isReading || atMs - Math.max(wholeMs, wholeFlameMs) < ${String(stillMs)}) return requestAnimationFrame(lookOn)
    resolve({ documentMs, paintedMs, wholeMs, wholeFlameMs })
  }
  requestAnimationFrame(look)
})`

/** Streams without samples have no flame graph. */
const flame = { tab: 'Flame', painted: '[role="tree"][aria-label="Flame graph"] [role="treeitem"]' }
const events = { tab: 'Events', painted: '[role="grid"][aria-label="Events"] [role="row"][aria-selected]' }

const folder = mkdtempSync(path.join(os.tmpdir(), 'pb-open-'))
const kept = values.keep ?? folder
const inputs = await recordInputs(kept, ['mixed', 'deep'])
const files = [await smallFile(), ...inputs.files]
if (values.large === true) files.push(largeFile(inputs.files[0]!))
const display = hasDisplay() ? null : await startVirtualDisplay()
if (display !== null) process.env['DISPLAY'] = display.display
const figures: Record<string, number | string | Spread | null> = {}
try {
  for (const file of files)
    if (values.only === undefined || path.basename(file, '.nettrace') === values.only) await measure(file)
  if (values.threads === true) figures['thread that waits, megabytes'] = await threadMegabytes()
  if (Number(values.again) > 0) await measureGrowth(files[0]!, Number(values.again))
} finally {
  display?.stop()
  inputs.dispose()
  rmSync(folder, { recursive: true, force: true })
}
report({ name: 'open', figures })

async function smallFile(): Promise<string> {
  const file = path.join(kept, 'small.nettrace')
  if (existsSync(file)) return file
  await recordSession({
    variant: 'net10',
    shape: 'mixed',
    file: `${file}.part`,
    milliseconds: 60_000,
    maxBytes: smallBytes,
  })
  renameSync(`${file}.part`, file)
  return file
}

function largeFile(source: string): string {
  const file = path.join(folder, 'large.nettrace')
  writeLargeFile(source, file, largeBytes)
  return file
}

/** The first time is cold: the file is read and the page draws such a document for the first time. */
async function measure(file: string): Promise<void> {
  const name = path.basename(file, '.nettrace')
  const app = await launchApp({ size: { width: 1440, height: 900 } })
  const opened: Opened[] = []
  try {
    await whenShellIsReady(app.page)
    await answerDialog(app, file)
    let lastKeyMs = Number.NaN
    const open = async (isAtOnce: boolean): Promise<void> => {
      const waitMs = lastKeyMs + readyAfterMs + startOfThreadMs - performance.now()
      if (!isAtOnce && waitMs > 0) await app.page.waitForTimeout(waitMs)
      const sinceMs = performance.now() - lastKeyMs
      lastKeyMs = performance.now()
      const found = await openOnce(app, name === 'deep' ? events : flame)
      const hadThread = sinceMs < readyAfterMs ? false : sinceMs >= readyAfterMs + startOfThreadMs ? true : null
      opened.push({ ...found, hadThread })
      console.error(
        `  ${name}: painted after ${found.paintedMs.toFixed(0)} ms, whole after ${found.wholeFlameMs.toFixed(0)} and ${found.wholeMs.toFixed(0)} ms, thread ready: ${String(hadThread)}`,
      )
      await closeDocument(app)
    }
    await open(true)
    for (let run = 0; run < Number(values.runs); run++) {
      await open(true)
      await open(false)
    }
  } finally {
    await app.close()
  }
  const [cold, ...others] = opened
  figures[`${name} megabytes`] = statSync(file).size / 1e6
  figures[`${name} coldMs`] = cold!.paintedMs
  for (const hadThread of [false, true]) {
    const those = others.filter((one) => one.hadThread === hadThread)
    if (those.length === 0) continue
    const what = `${name}, ${hadThread ? 'thread ready' : 'no thread ready'},`
    figures[`${what} documentMs`] = spreadOf(those.map(({ documentMs }) => documentMs))
    figures[`${what} paintedMs`] = spreadOf(those.map(({ paintedMs }) => paintedMs))
    if (name === 'large') {
      figures[`${what} wholeFlameMs`] = spreadOf(those.map(({ wholeFlameMs }) => wholeFlameMs))
      figures[`${what} wholeMs`] = spreadOf(those.map(({ wholeMs }) => wholeMs))
    }
    figures[`${what} mainCpuMs`] = spreadOf(those.map(({ mainCpuMs }) => mainCpuMs))
    figures[`${what} pageCpuMs`] = spreadOf(those.map(({ pageCpuMs }) => pageCpuMs))
  }
  figures[`${name} grownMegabytes`] = spreadOf(opened.map(({ grownBytes }) => grownBytes / 1e6))
  if (values.peer === true) figures[`${name} dotnetTraceConvertSeconds`] = await convertSeconds(file)
}

async function answerDialog({ application }: RunningApp, file: string): Promise<void> {
  await application.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, file)
}

async function openOnce(app: RunningApp, { tab, painted } = flame): Promise<Omit<Opened, 'hadThread'>> {
  const { page } = app
  const before = spentBy(app)
  const watched = page.evaluate<Pick<Opened, 'documentMs' | 'paintedMs' | 'wholeMs' | 'wholeFlameMs'>>(
    watchPage(tab, painted),
  )
  await page.keyboard.press('ControlOrMeta+O')
  const found = await watched
  await page.waitForTimeout(settleMs)
  const after = spentBy(app)
  return {
    ...found,
    grownBytes: after.ownBytes - before.ownBytes,
    mainCpuMs: after.mainCpuMs - before.mainCpuMs,
    pageCpuMs: after.pageCpuMs - before.pageCpuMs,
  }
}

async function closeDocument({ page }: RunningApp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+W')
  await page.locator('[data-testid="trace-info"]').waitFor({ state: 'detached' })
}

/** `ownBytes`: of the main process, which has the workers. */
function spentBy({ application }: RunningApp) {
  const tree = sampleTree(application.process().pid ?? 0)
  const cpuMs = (kind: string): number =>
    tree.reduce((sum, sample) => sum + (sample.kind === kind ? sample.cpuSeconds * 1000 : 0), 0)
  const ownBytes = tree.find(({ kind }) => kind === 'main')?.anonymousBytes ?? 0
  return { ownBytes, mainCpuMs: cpuMs('main'), pageCpuMs: cpuMs('renderer') }
}

async function measureGrowth(file: string, count: number): Promise<void> {
  const app = await launchApp({ size: { width: 1440, height: 900 } })
  const allBytes = (): number =>
    sampleTree(app.application.process().pid ?? 0).reduce((sum, { anonymousBytes }) => sum + anonymousBytes, 0)
  try {
    await whenShellIsReady(app.page)
    await answerDialog(app, file)
    let early = 0
    for (let run = 1; run <= count; run++) {
      await openOnce(app)
      await closeDocument(app)
      if (run === Math.min(warmUpFiles, count)) early = allBytes()
    }
    await app.page.waitForTimeout(settleMs)
    figures['again files'] = count
    figures['again megabytesAfterTheTenth'] = early / 1e6
    figures['again megabytesGrownSince'] = (allBytes() - early) / 1e6
  } finally {
    await app.close()
  }
}

/** Of one thread that waits for a recording: many are started in the app, each as the app starts its own. */
async function threadMegabytes(): Promise<number> {
  const app = await launchApp()
  const { application, page } = app
  try {
    await whenShellIsReady(page)
    await page.waitForTimeout(readyAfterMs + 2 * startOfThreadMs)
    const before = spentBy(app).ownBytes
    await application.evaluate(
      (_electron, { workerPath, count }) => {
        const { Worker } = process.getBuiltinModule('node:worker_threads')
        const limits = { resourceLimits: { maxOldGenerationSizeMb: 1024 }, workerData: { compiledCode: null } }
        return Array.from({ length: count }, () => new Worker(workerPath, limits)).length
      },
      { workerPath: path.join(root, 'out', 'main', 'trace-document.cjs'), count: countedThreads },
    )
    await page.waitForTimeout(3 * startOfThreadMs)
    return (spentBy(app).ownBytes - before) / 1e6 / countedThreads
  } finally {
    await app.close()
  }
}

/** Null: the tool can't be had, or needs longer than two minutes. */
async function convertSeconds(file: string): Promise<number | null> {
  const tool = tryInstallTool('dotnet-trace')
  if (tool === null) return null
  const out = path.join(folder, 'converted')
  const startMs = performance.now()
  const child = spawn(tool, ['convert', file, '--format', 'Speedscope', '-o', out], {
    stdio: 'ignore',
    env: { ...process.env, DOTNET_ROLL_FORWARD: 'Major', DOTNET_NOLOGO: '1' },
    timeout: longestMs,
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return code === 0 ? (performance.now() - startMs) / 1000 : null
}
