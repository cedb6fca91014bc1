import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { launchApp, type RunningApp } from '../../e2e/fixture/running-app.ts'
import { findProcess, whenShellIsReady } from '../../e2e/fixture/shell-steps.ts'
import { recordSession } from '../../fixtures/recording/record-session.ts'
import { sampleProvider } from '../../shared/model/runtime-providers.ts'
import { hasDisplay, startVirtualDisplay } from '../../scripts/setup/display.mjs'
import { report } from '../harness.ts'
import { sampleTree } from '../measure/process-tree.ts'
import { replay } from '../stream-live/replay.ts'
import { splitFigures } from './page-work.ts'
import { grownMost, sharesOf, threadSeconds } from './thread-shares.ts'
import { tracedWork, type TraceOptions } from './traced-work.ts'

/**
 * `npm run -s bench -- growing`: see README.md beside this file. Goals: every byte on the disk, the document at most one core, the page at most 8 ms
 * in a frame (p99). The bundle is also the replaying process.
 */
const program = process.argv[1]!
const recordedBytes = 40e6
const settleMs = 3000
const longestMs = 120_000

interface Sent {
  readonly events: number
  readonly bytes: number
  readonly seconds: number
}

if (process.argv[2] === '--replay')
  replay({
    file: process.argv[3]!,
    socketPath: null,
    eventsPerSecond: Number(process.argv[4]),
    // The app has sessions of its own beside a recording: for names, for values.
    isPlayed: ({ providers }) => providers.some(({ name }) => name === sampleProvider),
  })
else await main()

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '20' },
      rate: { type: 'string', default: '1000000' },
      tab: { type: 'string', default: 'Flame' },
      split: { type: 'boolean', default: false },
      keep: { type: 'string' },
    },
  })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'growing-'))
  const display = hasDisplay() ? null : await startVirtualDisplay()
  if (display !== null) process.env['DISPLAY'] = display.display
  try {
    let file = positionals[0]
    if (file === undefined) {
      file = path.join(folder, 'mixed.nettrace')
      await recordSession({ variant: 'net10', shape: 'mixed', file, milliseconds: 60_000, maxBytes: recordedBytes })
    }
    const { tab, rate, split: isSplit, keep: keptAs } = values
    const figures = await measure({ file, tab, rate, isSplit, keptAs, seconds: Number(values.seconds) })
    report({ name: 'growing', figures })
  } finally {
    display?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Options extends TraceOptions {
  readonly file: string
  readonly tab: string
  readonly rate: string
  readonly seconds: number
}

async function measure({
  file,
  tab,
  rate,
  seconds,
  ...traceOptions
}: Options): Promise<Record<string, number | boolean>> {
  const app = await launchApp({ size: { width: 1440, height: 900 } })
  const target = startReplay(app, file, rate)
  try {
    await target.listening
    const { page } = app
    await startEndlessRecording(app, target.pid)
    const mainPid = app.application.process().pid ?? 0
    const rest = threadSeconds(mainPid)
    await page.waitForTimeout(settleMs)
    const recording = sharesOf(rest, threadSeconds(mainPid), settleMs / 1000)

    await page.getByRole('button', { name: 'Open now' }).click()
    const info = page.getByTestId('trace-info')
    await info.getByRole('tab', { name: tab }).click({ timeout: longestMs })
    await page.waitForTimeout(settleMs)
    await watchEvents(app)
    let [passed, pageCores] = [0, 0]
    let shares: ReadonlyMap<number, number> = new Map()
    const work = await tracedWork(app, traceOptions, async () => {
      const [threads, pageSeconds, startMs] = [threadSeconds(mainPid), pageCpu(mainPid), performance.now()]
      await page.waitForTimeout(seconds * 1000)
      passed = (performance.now() - startMs) / 1000
      shares = sharesOf(threads, threadSeconds(mainPid), passed)
      pageCores = (pageCpu(mainPid) - pageSeconds) / passed
    })
    const pictures = await page.evaluate<number>('window.shownCounts.size')

    await info.getByRole('group', { name: 'Recording in progress' }).getByRole('button', { name: 'Stop' }).click()
    await info.getByRole('group', { name: 'Recording in progress' }).waitFor({ state: 'hidden', timeout: longestMs })
    const sent = await target.sent
    return {
      sentEvents: sent.events,
      eventsPerSecond: sent.events / sent.seconds,
      sentMBPerSecond: sent.bytes / 1e6 / sent.seconds,
      missingBytes: sent.bytes - recordedBytesIn(app.folders.home),
      documentCores: grownMost(recording, shares),
      documentGoalCores: 1,
      mainThreadCores: shares.get(mainPid) ?? 0,
      allOfMainCores: [...shares.values()].reduce((sum, share) => sum + share, 0),
      pageCores,
      picturesPerSecond: pictures / passed,
      workIsProcessorTime: work.isProcessorTime,
      framesWithWork: work.busyFrames,
      workMedianMsOfThose: work.busyMedianMs,
      workP99MsOfThose: work.busyP99Ms,
      workP99Ms: work.p99Ms,
      workP99GoalMs: 8,
      workLongestMs: work.longestMs,
      ...(traceOptions.isSplit ? splitFigures('page', work) : {}),
    }
  } finally {
    await app.close()
    target.end()
    rmSync(app.folders.top, { recursive: true, force: true })
  }
}

/** A process on the list of the app. */
function startReplay({ targetEnvironment }: RunningApp, file: string, rate: string) {
  const child = spawn(process.execPath, [program, '--replay', file, rate], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // As the scripted runtime of the tests: it plays CoreCLR without a libcoreclr and without debugger pipes; else it would be taken for Native AOT.
    env: { ...targetEnvironment, DOTNET_EnableDiagnostics_Debugger: '0' },
  })
  const lines = createInterface({ input: child.stdout })
  const listening = once(lines, 'line')
  const sent = new Promise<Sent>((resolve) => {
    lines.on('line', (line) => {
      const told = line === 'listening' ? null : (JSON.parse(line) as Sent)
      // A spare session may have been opened and stopped first.
      if (told !== null && told.events > 0) resolve(told)
    })
  })
  return { pid: child.pid!, listening, sent, end: () => child.stdin.end() }
}

/** Of the question that the page of a process offers first, which ends by itself otherwise. */
async function startEndlessRecording({ page }: RunningApp, pid: number): Promise<void> {
  await whenShellIsReady(page)
  const row = (await findProcess(page, pid)).and(page.locator('[data-state="ready"]'))
  // An answer that is late on a busy machine is asked for again after 10 and 30 s.
  await row.click({ timeout: longestMs })
  await page.keyboard.press('Control+3')
  for (const name of ['After', 'At size']) await page.getByRole('checkbox', { name, exact: true }).uncheck()
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('group', { name: 'This recording' })
    .getByText(/so far/)
    .waitFor({ timeout: longestMs })
}

/** How many different counts of events the page has shown. */
async function watchEvents({ page }: RunningApp): Promise<void> {
  await page.evaluate(`{
    const bar = document.querySelector('[data-testid="trace-info"] [aria-label="Recording in progress"]')
    const count = () => [...bar.querySelectorAll('span')].find((one) => one.textContent.endsWith(' events'))?.textContent
    window.shownCounts = new Set([count()])
    new MutationObserver(() => window.shownCounts.add(count())).observe(bar, { subtree: true, childList: true, characterData: true })
  }`)
}

function pageCpu(mainPid: number): number {
  return sampleTree(mainPid).reduce((sum, { kind, cpuSeconds }) => sum + (kind === 'renderer' ? cpuSeconds : 0), 0)
}

/** Of the one recording. */
function recordedBytesIn(home: string): number {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.nettrace'))
  return names.reduce((sum, name) => sum + statSync(path.join(home, name)).size, 0)
}
