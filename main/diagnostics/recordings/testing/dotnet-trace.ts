import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'
import { canBuildSamples } from '../../../../samples/start-target.ts'
import { tryInstallTool } from '../../../../samples/dotnet-tools.ts'

const program = canBuildSamples() ? tryInstallTool('dotnet-trace') : null

/** Without Microsoft's own tool the comparisons with it are left out: a test of that name says so. */
export const hasDotnetTrace = program !== null

/** Microsoft's own tool names the method among the ten that take most of the recording. Nothing is compared without the tool. */
export function expectAmongTop(file: string, method: string): void {
  if (program === null) return
  const ran = spawnSync(program, ['report', file, 'topN', '-n', '10'], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, DOTNET_ROLL_FORWARD: 'Major', DOTNET_NOLOGO: '1' },
  })
  if (ran.status !== 0) throw new Error(`dotnet-trace report failed: ${ran.stdout} ${ran.stderr}`)
  expect(ran.stdout).toContain(method)
}
