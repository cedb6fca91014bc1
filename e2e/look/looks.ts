import type { Page } from 'playwright/test'
import type { SampleTarget, StartTargetOptions } from '../../samples/start-target.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { dismiss, runCommand } from '../fixture/shell-steps.ts'
import type { LookCamera } from './camera.ts'
import { liveLooks } from './live-looks.ts'
import { rowOf, sampleOf } from './sample-of.ts'
import { troubleLooks } from './trouble-looks.ts'
import { workLooks } from './work-looks.ts'

export interface Visit {
  readonly app: RunningApp
  readonly page: Page
  readonly camera: LookCamera
  readonly start: (options: StartTargetOptions) => Promise<SampleTarget>
}

export type Look = readonly [name: string, visit: (visit: Visit) => Promise<void>]

const escape = ({ page }: Visit) => dismiss(page)

const shellLooks: readonly Look[] = [
  [
    'empty',
    async ({ page, camera }) => {
      await page.keyboard.press('Control+1')
      await camera.take('processes-empty')
    },
  ],
  [
    'shell',
    async (visit) => {
      const { app, page, camera } = visit
      await page.keyboard.press('Control+K')
      await camera.take('palette')
      await escape(visit)
      await runCommand(app, 'Show keyboard shortcuts')
      await page.getByRole('dialog').waitFor()
      await camera.take('shortcuts')
      await escape(visit)
      await page.keyboard.press('Control+J')
      await camera.take('jobs-none')
      await escape(visit)
      await runCommand(app, 'Why is my process not listed?')
      await camera.take('explainer')
      await escape(visit)
      await page.keyboard.press('Control+,')
      await camera.take('settings')
      await runCommand(app, 'Own diagnostics')
      await camera.take('diagnostics')
    },
  ],
  [
    'processes',
    async (visit) => {
      const { app, page, camera } = visit
      const sample = await sampleOf(visit)
      await runCommand(app, 'Start a demo process')
      await visit.start({ args: ['idle'], waitsForReady: false, env: { DOTNET_DefaultDiagnosticPortSuspend: '1' } })
      await page.keyboard.press('Control+1')
      await rowOf(page, sample).click()
      await page.waitForTimeout(4000)
      await camera.take('processes')
      await rowOf(page, sample).click({ button: 'right' })
      await page.getByRole('menu').waitFor()
      await camera.take('processes-menu')
      await escape(visit)
      for (const density of ['compact', 'comfortable']) {
        await camera.set({ density })
        await camera.take(`processes-${density}`)
      }
      await camera.set({ density: 'normal', fontSizePercent: 200 })
      await camera.take('processes-200-percent')
      await camera.set({ fontSizePercent: 100 })
    },
  ],
]

/** In the order in which they are visited; each can be visited alone. */
export const looks: readonly Look[] = [...shellLooks, ...liveLooks, ...workLooks, ...troubleLooks]
