import type { Page } from 'playwright/test'
import type { SampleTarget, StartTargetOptions } from '../../samples/start-target.ts'
import type { FakeRuntime, FaultRule } from '../fake-runtime/start-fake-runtime.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { dismiss } from '../fixture/shell-steps.ts'
import type { LookCamera } from './camera.ts'

/** What a state needs to be reached and pictured. */
export interface Visit {
  readonly app: RunningApp
  readonly page: Page
  readonly camera: LookCamera
  readonly start: (options: StartTargetOptions) => Promise<SampleTarget>
  /** A scripted runtime, for what a real one does not show on demand. */
  readonly startFake: (faults: readonly FaultRule[]) => Promise<FakeRuntime>
}

export type Look = readonly [name: string, visit: (visit: Visit) => Promise<void>]

export const escape = ({ page }: Visit) => dismiss(page)
