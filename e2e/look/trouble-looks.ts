import fs from 'node:fs'
import path from 'node:path'
import type { SampleTarget, StartTargetOptions } from '../../samples/start-target.ts'
import { rowOf } from './sample-of.ts'
import type { Look } from './visit.ts'

/** Rows are found by /proc when they have no port, every few seconds. */
const noticedMs = 8000

/** Processes that cannot be opened, each with its reason, and what *How* says about each. */
export const troubleLooks: readonly Look[] = [
  [
    'trouble',
    async ({ app, page, camera, start }) => {
      const begin = (env: StartTargetOptions['env'] = {}) => start({ args: ['idle'], env })
      const switchedOff = await begin({ DOTNET_EnableDiagnostics: '0' })
      const withoutFolder = await begin({ TMPDIR: path.join(app.folders.home, 'not-there') })
      const lost = await begin()
      const stopped = await begin()
      const suspended = await start({
        args: ['idle'],
        waitsForReady: false,
        env: { DOTNET_DefaultDiagnosticPortSuspend: '1' },
      })
      await page.keyboard.press('Control+1')
      for (const target of [lost, stopped, suspended]) await rowOf(page, target).waitFor()
      for (const name of fs.readdirSync(app.folders.temporary))
        if (name.startsWith(`dotnet-diagnostic-${String(lost.pid)}-`)) fs.rmSync(path.join(app.folders.temporary, name))
      stopped.child.kill('SIGSTOP')
      await page.waitForTimeout(noticedMs)
      await camera.take('trouble')
      const named: readonly (readonly [string, SampleTarget])[] = [
        ['switched-off', switchedOff],
        ['without-folder', withoutFolder],
        ['lost', lost],
        ['stopped', stopped],
        ['suspended', suspended],
      ]
      for (const [name, target] of named) {
        const row = rowOf(page, target)
        if ((await row.count()) === 0) continue
        await row.click()
        await camera.take(`trouble-${name}-card`)
        // In a narrow window the card lies over the row.
        await page.keyboard.press('Escape')
        const how = row.getByRole('button', { name: /^How to fix access to / })
        if ((await how.count()) === 0) continue
        await how.click()
        await camera.take(`trouble-${name}-how`)
        await page.keyboard.press('Escape')
      }
      stopped.child.kill('SIGCONT')
    },
  ],
]
