import type { RunningApp } from '../fixture/running-app.ts'
import { runCommand } from '../fixture/shell-steps.ts'
import type { Camera } from './camera.ts'

/** What belongs to no document: palette, shortcuts, settings, own diagnostics. */
export async function visitShell(app: RunningApp, camera: Camera): Promise<void> {
  const { page } = app
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await camera.take('palette')
  await page.keyboard.press('Escape')

  await runCommand(app, 'Show keyboard shortcuts')
  await page.getByRole('dialog').waitFor()
  await camera.take('shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await page.keyboard.press('ControlOrMeta+Comma')
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
  await camera.takeEverywhere('settings')

  await runCommand(app, 'Pipescope diagnostics')
  await page.getByText('Queues from socket to screen').first().waitFor()
  await camera.takeEverywhere('diagnostics')
}
