import { runCommand } from './run-command.mjs'
import { step } from './report.mjs'

/**
 * The .NET SDK is only needed by the live tests, which build the targets in samples/. Nothing is installed.
 *
 * @returns {Promise<string | null>} version of the SDK on PATH
 */
export function findDotnet() {
  return step('.NET SDK', async () => {
    const { exitCode, stdout } = await runCommand('dotnet', ['--version'], { env: quietDotnet() })
    const version = exitCode === 0 ? stdout.trim() : null
    return { did: version ? `${version}, live tests will run` : 'none, live tests will be skipped', value: version }
  })
}

/** Environment for calls of the SDK: no banner, no telemetry, no servers that outlive the call. */
export function quietDotnet() {
  return {
    ...process.env,
    DOTNET_CLI_TELEMETRY_OPTOUT: '1',
    DOTNET_NOLOGO: '1',
    MSBUILDDISABLENODEREUSE: '1',
    UseSharedCompilation: 'false',
  }
}
