import type { Locator, Page } from 'playwright/test'
import type { SampleTarget } from '../../samples/start-target.ts'
import type { Visit } from './visit.ts'

export const rowOf = (page: Page, { pid }: SampleTarget): Locator =>
  page.locator(`[data-testid="process-row"][data-pid="${String(pid)}"]`)

let sample: SampleTarget | null = null

/** The process that all visits share: busy, with meters and counters, throwing and collecting. Its row is there and answers. */
export async function sampleOf({ page, start }: Visit): Promise<SampleTarget> {
  sample ??= await start({ args: ['busy', 'meters', 'counters', 'throw', 'gc'] })
  await page.keyboard.press('Control+1')
  await page.locator(`[data-testid="process-row"][data-pid="${String(sample.pid)}"][data-state="ready"]`).waitFor()
  return sample
}

/** Opens a page about the shared process by its name in the row's menu. */
export async function openFor(visit: Visit, item: string | RegExp): Promise<void> {
  await openForTarget(visit, await sampleOf(visit), item)
}

/** The same of another process, as soon as it answers. */
export async function openForTarget(
  visit: Visit,
  { pid }: Pick<SampleTarget, 'pid'>,
  item: string | RegExp,
): Promise<void> {
  await visit.page.keyboard.press('Control+1')
  const row = visit.page.locator(`[data-testid="process-row"][data-pid="${String(pid)}"][data-state="ready"]`)
  await row.click({ button: 'right' })
  await visit.page.getByRole('menuitem', { name: item }).first().click()
}
