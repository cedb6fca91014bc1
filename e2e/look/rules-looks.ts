import type { Locator, Page } from 'playwright/test'
import { places } from '../fixture/shell-steps.ts'
import { openForTarget } from './sample-of.ts'
import type { Look } from './visit.ts'

/** In the command line of the process that the rules are about: others may run on the same machine. */
const mark = `rules-look-${String(process.pid)}`

const editor = (page: Page): Locator => page.getByRole('group', { name: 'Rule', exact: true })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await editor(page).getByRole('combobox', { name: label, exact: true }).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

export const rulesLooks: readonly Look[] = [
  [
    'rules',
    async (visit) => {
      const { page, camera, start } = visit
      const target = await start({ args: ['throw', 'busy', '--per-second=100', '--', mark] })
      await openForTarget(visit, target, 'Live')
      await page.locator('[data-testid="live-view"][data-phase="live"]:visible').waitFor()
      await places(page).getByRole('button', { name: 'Rules' }).click()
      await camera.take('rules-empty')
      await page.getByRole('button', { name: /^Exceptions of one type/ }).click()
      await editor(page).getByRole('textbox', { name: 'Exception type' }).fill('System.*')
      await editor(page).getByRole('textbox', { name: 'Application' }).fill('Pipescope.Sample')
      await editor(page).getByRole('textbox', { name: 'Command line contains' }).fill(mark)
      await editor(page).getByRole('textbox', { name: 'Free disk space' }).fill('0')
      await camera.take('rules-editor')
      await page.getByRole('button', { name: 'Save rule' }).click()
      await page.getByRole('button', { name: 'Arm…' }).click()
      await page.getByRole('region', { name: 'Fired' }).getByText('Done').first().waitFor({ timeout: 120_000 })
      await camera.take('rules-armed')
      await page.getByRole('button', { name: 'New rule' }).click()
      await page.getByRole('menuitem', { name: 'Memory above 1 GiB' }).click()
      await choose(page, 'Condition', 'a counter')
      await choose(page, 'Counter', 'Thread-pool threads')
      await editor(page).getByRole('textbox', { name: 'Limit', exact: true }).fill('-1')
      await choose(page, 'How long', 'an instant')
      const dryRun = page.getByRole('region', { name: 'Dry run' })
      await dryRun.getByRole('button', { name: 'Choose what to try it on' }).click()
      await page.getByRole('menuitem', { name: new RegExp(`^Live history.*${String(target.pid)}`) }).click()
      await dryRun.getByText(/^Would have fired/).waitFor()
      await camera.take('rules-dry-run')
      await page.getByRole('button', { name: 'Save rule' }).click()
      // A program that is not there: the rule turns itself off.
      await page.getByRole('button', { name: 'New rule' }).click()
      await page.getByRole('menuitem', { name: /^Exceptions of one type/ }).click()
      await editor(page).getByRole('textbox', { name: 'Exception type' }).fill('System.*')
      await editor(page).getByRole('textbox', { name: 'Application' }).fill('Pipescope.Sample')
      await editor(page).getByRole('textbox', { name: 'Command line contains' }).fill(mark)
      await editor(page).getByRole('textbox', { name: 'Free disk space' }).fill('0')
      await editor(page).getByRole('button', { name: 'Remove action 2' }).click()
      await choose(page, 'Action', 'run a program')
      await editor(page).getByRole('textbox', { name: 'Program' }).fill('/not/there')
      await page.getByRole('button', { name: 'Save rule' }).click()
      await page.getByRole('button', { name: 'Arm…' }).click()
      await page
        .getByText(/^Turned off/)
        .first()
        .waitFor({ timeout: 60_000 })
      await camera.take('rules-off')
    },
  ],
]
