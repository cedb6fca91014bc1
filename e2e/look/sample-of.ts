import type { Locator, Page } from 'playwright/test'
import type { SampleTarget } from '../../samples/start-target.ts'
import { processRow } from '../fixture/shell-steps.ts'
import type { Visit } from './visit.ts'

export const rowOf = (page: Page, { pid }: Pick<SampleTarget, 'pid'>): Locator => processRow(page, pid)
/** There as soon as the process answers. */
export const readyRowOf = (page: Page, target: Pick<SampleTarget, 'pid'>): Locator =>
  rowOf(page, target).and(page.locator('[data-state="ready"]'))

let sample: SampleTarget | null = null

/** The process that all visits share: busy, with meters and counters, throwing and collecting. Its row is there and answers. */
export async function sampleOf({ page, start }: Visit): Promise<SampleTarget> {
  sample ??= await start({ args: ['busy', 'meters', 'counters', 'throw', 'gc'] })
  await page.keyboard.press('Control+1')
  await readyRowOf(page, sample).waitFor()
  return sample
}

/** Opens a page about the shared process by its name in the row's menu. */
export async function openFor(visit: Visit, item: string | RegExp): Promise<void> {
  await openForTarget(visit, await sampleOf(visit), item)
}

/** The same of another process, as soon as it answers. */
export async function openForTarget(
  visit: Visit,
  target: Pick<SampleTarget, 'pid'>,
  item: string | RegExp,
): Promise<void> {
  await visit.page.keyboard.press('Control+1')
  await readyRowOf(visit.page, target).click({ button: 'right' })
  await visit.page.getByRole('menuitem', { name: item }).first().click()
}
