import { choose, ruleEditor, tryOverLiveHistory } from '../fixture/rule-steps.ts'
import { places } from '../fixture/shell-steps.ts'
import { openForTarget } from './sample-of.ts'
import type { Look } from './visit.ts'

/** In the command line of the process that the rules are about: others may run on the same machine. */
const mark = `rules-look-${String(process.pid)}`

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
      await ruleEditor(page).getByRole('textbox', { name: 'Exception type' }).fill('System.*')
      await ruleEditor(page).getByRole('textbox', { name: 'Application' }).fill('Pipescope.Sample')
      await ruleEditor(page).getByRole('textbox', { name: 'Command line contains' }).fill(mark)
      await ruleEditor(page).getByRole('textbox', { name: 'Free disk space' }).fill('0')
      await camera.take('rules-editor')
      await page.getByRole('button', { name: 'Save rule' }).click()
      await page.getByRole('button', { name: 'Arm…' }).click()
      await page.getByRole('region', { name: 'Fired' }).getByText('Done').first().waitFor({ timeout: 120_000 })
      await camera.take('rules-armed')
      const dryRun = await tryOverLiveHistory(page, new RegExp(`^Live history.*${String(target.pid)}`))
      await dryRun.getByText(/^Would have fired/).waitFor()
      await camera.take('rules-dry-run')
      await page.getByRole('button', { name: 'Save rule' }).click()
      // A program that is not there: the rule turns itself off.
      await page.getByRole('button', { name: 'New rule' }).click()
      await page.getByRole('menuitem', { name: /^Exceptions of one type/ }).click()
      await ruleEditor(page).getByRole('textbox', { name: 'Exception type' }).fill('System.*')
      await ruleEditor(page).getByRole('textbox', { name: 'Application' }).fill('Pipescope.Sample')
      await ruleEditor(page).getByRole('textbox', { name: 'Command line contains' }).fill(mark)
      await ruleEditor(page).getByRole('textbox', { name: 'Free disk space' }).fill('0')
      await ruleEditor(page).getByRole('button', { name: 'Remove action 2' }).click()
      await choose(page, 'Action', 'run a program')
      await ruleEditor(page).getByRole('textbox', { name: 'Program' }).fill('/not/there')
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
