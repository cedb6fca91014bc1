import { offerChecklist, openedCase, plan, shownCase, step } from '../fixture/case-steps.ts'
import { openForTarget } from './sample-of.ts'
import type { Look, Visit } from './visit.ts'

/** Long enough for a picture in every theme and size. */
const recordingSeconds = 20

async function openPlan(visit: Visit, pid: number): Promise<void> {
  await openForTarget(visit, { pid }, /^Case…/)
  await plan(visit.page).getByRole('button', { name: 'Start' }).waitFor()
}

async function startSlowCase({ app, page }: Visit): Promise<void> {
  await offerChecklist(app, {
    steps: [{ kind: 'trace', seconds: recordingSeconds, items: ['samples', 'names', 'exceptions'] }],
  })
  await plan(page).getByRole('button', { name: 'Import…' }).click()
  await plan(page).getByRole('textbox', { name: 'Ticket' }).fill('2291')
  await plan(page).getByRole('button', { name: 'Start' }).click()
  await step(page, 'trace').and(page.locator('[data-state="running"]')).waitFor({ timeout: 60_000 })
}

const packed = ({ page }: Visit) =>
  shownCase(page).and(page.locator('[data-phase="packed"]')).waitFor({ timeout: 60_000 })

export const caseLooks: readonly Look[] = [
  [
    'case',
    async (visit) => {
      const { page, camera, start } = visit
      const target = await start({ args: ['throw', 'busy', '--per-second=100'] })
      await openPlan(visit, target.pid)
      await camera.take('case-plan')
      await startSlowCase(visit)
      await camera.take('case-running')
      await packed(visit)
      await camera.take('case-done')
      await shownCase(page).getByRole('button', { name: 'Open', exact: true }).click()
      await openedCase(page).getByText('Verified', { exact: true }).waitFor()
      await camera.take('case-opened')
      for (const tab of ['Findings', 'Files'] as const) {
        await openedCase(page)
          .getByRole('tab', { name: new RegExp(`^${tab}`) })
          .click()
        await camera.take(`case-opened-${tab.toLowerCase()}`)
      }
      await openForTarget(visit, target, /^Case…/)
      await shownCase(page).getByRole('button', { name: 'New case' }).click()
      await startSlowCase(visit)
      await target.dispose()
      await packed(visit)
      await camera.take('case-partly')
    },
  ],
]
