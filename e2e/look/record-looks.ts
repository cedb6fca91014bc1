import { openFor, openForTarget } from './sample-of.ts'
import { escape, type Look, type Visit } from './visit.ts'

const result = ({ page }: Visit) => page.getByRole('region', { name: 'Result' })

export const recordLooks: readonly Look[] = [
  [
    'record',
    async (visit) => {
      const { app, page, camera } = visit
      await openFor(visit, /^Record/)
      await page.getByRole('heading', { name: /^Record / }).waitFor()
      await camera.take('record')
      await page.getByRole('button', { name: 'Advanced' }).click()
      await camera.take('record-advanced')
      await escape(visit)
      await page.getByRole('button', { name: 'Paste a command line' }).click()
      await page.getByRole('textbox', { name: 'Command line' }).fill('dotnet-trace collect --providers My:xyz')
      await page.getByRole('button', { name: 'Use command' }).click()
      await camera.take('record-paste-refused')
      await escape(visit)
      await page.getByRole('button', { name: 'Add provider' }).click()
      await camera.take('record-add-provider')
      await escape(visit)
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      await page.getByRole('checkbox', { name: 'On an event' }).click()
      await page.getByRole('checkbox', { name: 'On a counter' }).click()
      await camera.take('record-conditions')
      await page.getByRole('checkbox', { name: 'On an event' }).click()
      await page.getByRole('checkbox', { name: 'On a counter' }).click()
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await page.getByRole('region', { name: 'Top functions' }).getByRole('row').nth(1).waitFor()
      await page.waitForTimeout(3000)
      await camera.take('recording')
      await page.keyboard.press('Control+J')
      await camera.take('jobs-running')
      await page.keyboard.press('Escape')
      await app.application.evaluate(({ app: electron }) => electron.quit())
      await page.getByRole('dialog').waitFor()
      await camera.take('quit')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
      await result(visit).getByRole('button', { name: 'Open', exact: true }).waitFor()
      await camera.take('recording-done')
      await result(visit).getByRole('button', { name: 'Open', exact: true }).click()
      await page.getByTestId('trace-overview').waitFor()
      for (const tab of await page.getByRole('main').getByRole('tab').all()) {
        const name = (await tab.textContent()) ?? 'tab'
        await tab.click()
        await camera.take(`trace-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`)
      }
    },
  ],
  [
    'lost',
    async (visit) => {
      const { page, camera } = visit
      // More than the smallest buffer can hold: some of it is lost.
      const target = await visit.start({ args: ['flood', '--flood-threads=2'] })
      await openForTarget(visit, target, /^Record/)
      await page.getByRole('button', { name: 'Paste a command line' }).click()
      await page
        .getByRole('textbox', { name: 'Command line' })
        .fill('dotnet-trace collect --providers Pipescope-Sample-Flood --buffersize 1')
      await page.getByRole('button', { name: 'Use command' }).click()
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await page.getByText(/was full$/).waitFor()
      await camera.take('recording-losing')
      await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
      await result(visit).getByRole('button', { name: 'Open', exact: true }).waitFor()
      await camera.take('recording-done-lost')
      await result(visit).getByRole('button', { name: 'Open', exact: true }).click()
      const info = page.locator('[data-testid="trace-info"]:visible')
      await info.getByRole('tab', { name: 'Info' }).click()
      await info.getByText('Lost events', { exact: true }).waitFor()
      await camera.take('trace-lost')
    },
  ],
]
