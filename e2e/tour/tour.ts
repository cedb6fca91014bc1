import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Page } from 'playwright/test'
import { isProcessAlive } from '../../main/os/process-alive.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import type { TourSeries } from '../../shared/model/tour.ts'
import { launchApp, type RunningApp } from '../fixture/running-app.ts'
import { runCommand, whenShellIsReady } from '../fixture/shell-steps.ts'
import { Camera, sizes } from './camera.ts'
import { closeLive, openLive, photographLive, showLive, waitForSamples, waitForStragglers } from './live-visit.ts'
import { readFacts, readFirstRowMs, readProcesses } from './page-readers.ts'
import { visitProcesses } from './process-visit.ts'
import { visitShell } from './shell-visit.ts'
import {
  describeLive,
  describeProcess,
  pickTargets,
  problemOfTarget,
  sortSeries,
  type TourReport,
  whyNoLive,
} from './tour-report.ts'

export interface TourOptions {
  /** Gets tour.json and screenshots/. */
  readonly folder: string
  /** Open Live on these; none: up to three real processes. */
  readonly pids: readonly number[]
  readonly print: (line: string) => void
  /** Also gets the picture of the first Live, light and large, as WebP. */
  readonly livePicture?: string
  /** While the page is still there, with what was seen. */
  readonly beforeClose?: (page: Page) => Promise<void>
}

/** A click or a wait that takes longer than this is noted as a problem, and the tour goes on. */
const actionTimeoutMs = 60_000

/** How long a process that was named may take to show up, and a demo process to start. */
const appearTimeoutMs = 30_000

/**
 * Drives the built app like a user: looks at every screen, opens Live on real processes, waits for values, closes
 * everything again.
 *
 * @returns the exit code: 0 when a process was seen, the values of each one moved, and nothing went wrong on the way
 */
export async function takeTour({ folder, pids, print, livePicture, beforeClose }: TourOptions): Promise<number> {
  fs.rmSync(path.join(folder, 'screenshots'), { recursive: true, force: true })
  fs.rmSync(path.join(folder, 'tour.json'), { force: true })
  const app = await launchApp({ arguments: ['--tour'], hasOwnTemporaryFolder: false, size: sizes[0] })
  app.page.setDefaultTimeout(actionTimeoutMs)
  const problems: string[] = []
  const noted = async (what: string, visit: () => Promise<void>) => {
    try {
      await visit()
    } catch (error) {
      problems.push(`${what}: ${wordsOf(error)}`)
      await app.page.keyboard.press('Escape').catch(() => undefined)
    }
  }
  try {
    const camera = new Camera(app, folder)
    if (livePicture !== undefined) camera.keepAsWebp('live-light-1440x900', livePicture)
    const facts = await readFacts(app.page)
    await whenShellIsReady(app.page)
    await camera.setTheme('light')
    const { rows, targets } = await findTargets(app, pids, problems, print)
    const firstRowMs = await readFirstRowMs(app.page)
    const startMs = firstRowMs === null ? -1 : Math.round(firstRowMs - facts.processStartMs)
    print(`Pipescope ${facts.version} on Electron ${facts.electronVersion}: first row after ${startMs} ms`)
    print(`${rows.length} ${rows.length === 1 ? 'process' : 'processes'}:`)
    for (const row of rows) print(describeProcess(row))

    await noted('processes', () => camera.take('processes'))
    // First of all, so that the charts have something to show when the other screens have been seen.
    const opened: ProcessRow[] = []
    for (const row of targets) {
      const refusal = whyNoLive(row)
      if (refusal !== null) {
        problems.push(refusal)
        continue
      }
      await noted(`Live of ${row.name} (${row.pid})`, async () => {
        await openLive(app, row)
        opened.push(row)
      })
    }
    for (const row of opened) {
      await noted(`Live of ${row.name} (${row.pid})`, async () => {
        const problem = await waitForSamples(app, row)
        if (problem !== null) problems.push(problem)
      })
    }
    if (targets.length > 0) {
      await noted('processes', () => visitProcesses(app, camera, targets[0] ?? null))
      await noted('shell', () => visitShell(app, camera))
    }
    const live = await visitLive(app, camera, opened, noted)
    for (const row of opened) for (const line of describeLive(row, sortSeries(live))) print(line)

    const report: TourReport = {
      app: { version: facts.version, electron: facts.electronVersion, startMs },
      processes: rows,
      live: sortSeries(live),
      screenshots: camera.taken,
      problems,
    }
    fs.writeFileSync(path.join(folder, 'tour.json'), `${JSON.stringify(report, null, 2)}\n`)
    print(`${camera.taken.length} screenshots in ${path.join(folder, 'screenshots')}:`)
    for (const name of camera.taken) print(`  ${name}`)

    await beforeClose?.(app.page)
    const missing = missingPids(pids, targets)
    const still = targets.filter((row) => problemOfTarget(row, live) !== null)
    for (const problem of problems) print(`Problem: ${problem}`)
    // A screen that could not be looked at is no success, even when values moved.
    return targets.length > 0 && still.length === 0 && missing.length === 0 && problems.length === 0 ? 0 : 1
  } finally {
    // Sessions are stopped and drained by the app on its way out; close() waits for its end.
    await app.close()
    fs.rmSync(app.folders.top, { recursive: true, force: true })
  }
}

/** The processes that will be opened: the named ones, else real ones, else the demo process. */
async function findTargets(
  app: RunningApp,
  pids: readonly number[],
  problems: string[],
  print: (line: string) => void,
): Promise<{ readonly rows: readonly ProcessRow[]; readonly targets: readonly ProcessRow[] }> {
  // One that is no process of this machine will never be listed.
  const rows = await readUntil(app, (now) => !missingPids(pids, now).some(isProcessAlive))
  for (const pid of missingPids(pids, rows)) problems.push(`no process with the id ${pid} has a diagnostic port`)
  const targets = pickTargets(rows, pids)
  if (targets.length > 0 || pids.length > 0) return { rows, targets }

  print('No real .NET process here: starting the demo process')
  // By its command: the button is only in an empty list, and processes of other users are listed too.
  await runCommand(app, 'Start a demo process')
  const withDemo = await readUntil(app, (now) => now.some((row) => row.isDemo && row.state === 'ready'))
  return { rows: withDemo, targets: withDemo.filter((row) => row.isDemo) }
}

/** Looks at each open Live, reads all of them, and closes them. */
async function visitLive(
  app: RunningApp,
  camera: Camera,
  opened: readonly ProcessRow[],
  noted: (what: string, visit: () => Promise<void>) => Promise<void>,
): Promise<readonly TourSeries[]> {
  for (const [index, row] of opened.entries()) {
    await noted(`Live of ${row.name} (${row.pid})`, async () => {
      await showLive(app, row)
      await photographLive(app, row, camera, index === 0)
    })
  }
  const live = await waitForStragglers(app)
  for (const row of opened) await noted(`closing Live of ${row.name} (${row.pid})`, () => closeLive(app, row))
  return live
}

async function readUntil(
  app: RunningApp,
  isEnough: (rows: readonly ProcessRow[]) => boolean,
): Promise<readonly ProcessRow[]> {
  const deadlineMs = Date.now() + appearTimeoutMs
  for (;;) {
    const rows = await readProcesses(app.page)
    if (isEnough(rows) || Date.now() > deadlineMs) return rows
    await app.page.waitForTimeout(200)
  }
}

function missingPids(pids: readonly number[], rows: readonly ProcessRow[]): readonly number[] {
  return pids.filter((pid) => !rows.some((row) => row.pid === pid))
}

/** What went wrong and what was waited for; the rest of the driver's message is a log of its attempts. */
function wordsOf(error: unknown): string {
  const lines = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).split('\n')
  const waitedFor = lines.find((line) => line.includes('waiting for'))
  return [lines[0], waitedFor?.trim().replace(/^- /, '')].filter(Boolean).join(' ')
}
