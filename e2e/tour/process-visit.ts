import type { Locator } from 'playwright/test'
import type { ProcessRow } from '../../shared/model/process.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { processFilter, processRow } from '../fixture/shell-steps.ts'
import type { Camera } from './camera.ts'

export const rowOf = ({ page }: RunningApp, { pid }: Pick<ProcessRow, 'pid'>): Locator => processRow(page, pid)

/** Brings a row on the screen, however long the list is, and selects it. */
export async function selectRow(app: RunningApp, row: ProcessRow): Promise<void> {
  const { page } = app
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Processes' }).click()
  if (row.isTool) await showToolProcesses(app, true)
  const search = processFilter(page)
  await search.fill(String(row.pid))
  await rowOf(app, row).click()
  await search.fill('')
}

export async function showToolProcesses({ page }: RunningApp, areShown: boolean): Promise<boolean> {
  const toggle = page.getByRole('switch', { name: /tool process/ })
  if (!(await toggle.isVisible())) return false
  if ((await toggle.getAttribute('aria-checked')) !== String(areShown)) await toggle.click()
  return true
}

/** The list, the card of a process, and everything that the list offers. */
export async function visitProcesses(app: RunningApp, camera: Camera, row: ProcessRow | null): Promise<void> {
  const { page } = app
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Processes' }).click()
  if (row) {
    await selectRow(app, row)
    await page.getByRole('heading', { name: row.name, exact: true }).waitFor()
    await camera.take('process-card')
    await processFilter(page).fill(row.name.slice(0, 4))
    await camera.take('processes-search')
    await processFilter(page).fill('')
  }
  if (await showToolProcesses(app, true)) {
    await camera.take('processes-tools')
    await showToolProcesses(app, false)
  }
  await page.getByRole('button', { name: 'Not listed?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Why is my process not listed?' })
  await dialog.getByRole('list', { name: 'Possible causes' }).waitFor()
  await camera.take('processes-not-listed')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await camera.takeEverywhere('processes')
}
