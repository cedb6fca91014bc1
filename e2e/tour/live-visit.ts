import type { Locator } from 'playwright/test'
import type { ProcessRow } from '../../shared/model/process.ts'
import type { TourSeries } from '../../shared/model/tour.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import type { Camera } from './camera.ts'
import { readSeries } from './page-readers.ts'
import { selectRow } from './process-visit.ts'
import { minSampleCount, problemOfTarget } from './tour-report.ts'

/** Long enough for the first value and five more at one second, on a machine that is busy. */
const samplesTimeoutMs = 30_000
/** Series that came late (an instrument that measures something now and then) get this long after the first was complete. */
const lateSeriesMs = 2000
/** Until a picture that is kept shows charts over their whole width, and the mark not at their edge. */
const fullPictureMs = 20_000

export function liveView({ page }: RunningApp, row: ProcessRow): Locator {
  return page.locator(`[data-testid="live-view"][data-pid="${row.pid}"]`)
}

/** Clicks Live on the card of a process. */
export async function openLive(app: RunningApp, row: ProcessRow): Promise<void> {
  await selectRow(app, row)
  await app.page.getByRole('complementary').getByRole('button', { name: /^Live/ }).click()
  await liveView(app, row).waitFor()
}

/** Waits until the charts of a process have enough to show; resolves with what is still missing, null for nothing. */
export async function waitForSamples(app: RunningApp, row: ProcessRow): Promise<string | null> {
  const deadlineMs = Date.now() + samplesTimeoutMs
  for (;;) {
    const problem = problemOfTarget(row, await readSeries(app.page))
    if (problem === null || Date.now() > deadlineMs) return problem
    await app.page.waitForTimeout(250)
  }
}

/** Gives series that have begun but are short of samples the time to get them. */
export async function waitForStragglers(app: RunningApp): Promise<readonly TourSeries[]> {
  const deadlineMs = Date.now() + minSampleCount * 1000 + lateSeriesMs
  for (;;) {
    const live = await readSeries(app.page)
    const areComplete = live.every((series) => series.values.length >= minSampleCount)
    if (areComplete || Date.now() > deadlineMs) return live
    await app.page.waitForTimeout(250)
  }
}

/** Goes to the tab of a process whose Live is open. */
export async function showLive(app: RunningApp, row: ProcessRow): Promise<void> {
  await liveTab(app, row).click()
  await liveView(app, row).waitFor()
}

export async function closeLive(app: RunningApp, row: ProcessRow): Promise<void> {
  await liveTab(app, row, 'Close ').click()
}

/** The button of a tab. Tabs of equal titles have the pids of their processes behind them. */
function liveTab({ page }: RunningApp, row: ProcessRow, verb = ''): Locator {
  const title = `${row.name} · live`.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  const name = new RegExp(`^${verb}${title}( ?${row.pid})?$`)
  return page.getByRole('navigation', { name: 'Documents' }).getByRole('button', { name })
}

/** The Live screen of the first process in every look, with a mark, and as a table; of the others one picture each. */
export async function photographLive(
  app: RunningApp,
  row: ProcessRow,
  camera: Camera,
  isFirst: boolean,
): Promise<void> {
  const { page } = app
  // The tour has been going for about a minute: five would be mostly empty.
  await page.getByRole('radiogroup', { name: 'Time span' }).getByRole('radio', { name: '1 min' }).click()
  if (!isFirst) {
    await camera.take(`live-${row.name.replaceAll(/[^a-zA-Z0-9.-]/g, '_')}`)
    return
  }
  await page.getByRole('group', { name: 'Live view' }).getByRole('button', { name: 'Mark', exact: true }).click()
  if (camera.isKeepingOne) await page.waitForTimeout(fullPictureMs)
  await camera.takeEverywhere('live')
  const layout = page.getByRole('radiogroup', { name: 'Layout' })
  for (const name of ['Charts in two columns', 'Values as table']) {
    await layout.getByRole('radio', { name }).click()
    await camera.take(`live-${name.toLowerCase().replaceAll(' ', '-')}`)
  }
  await layout.getByRole('radio', { name: 'Charts in rows' }).click()
}
