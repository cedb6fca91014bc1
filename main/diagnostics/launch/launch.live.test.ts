import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { buildSample, canBuildSamples, tryBuild, wantedVariants } from '../../../samples/start-target.ts'
import { PortService } from '../ports/port-service.ts'
import { LaunchService, type LaunchRequest } from './launch-service.ts'
import { held, launchSteps } from './testing/launch-steps.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launch-live-'))
const ports = new PortService({
  watcher: { watch: () => undefined, forget: () => undefined },
  onChange: () => undefined,
})
const launches = new LaunchService({ ports, folder, onChange: () => undefined })

afterEach(async () => {
  for (const { id } of launches.list()) await launches.stop(id, 'kill')
  await ports.closeAll(() => false)
})
afterAll(() => {
  launches.dispose()
  fs.rmSync(folder, { recursive: true, force: true })
})

const request = (command: string, args: readonly string[], more: Partial<LaunchRequest> = {}): LaunchRequest => ({
  command,
  args,
  folder,
  ...held,
  ...more,
})

const { start, stateOf, runtimesOf, outputOf } = launchSteps(
  () => launches,
  () => ports,
)

const withPorts = wantedVariants().filter((variant) => variant !== 'net31')

describe.skipIf(!canBuildSamples()).each(withPorts)('a program that is launched to wait: %s', (variant) => {
  const isBuilt = canBuildSamples() && tryBuild(variant) !== null

  it.skipIf(!isBuilt)('waits alone: its children inherit the port and run without waiting', async () => {
    // Told twice to wait, at its default endpoint as well: both have to be resumed, in each process.
    const variables = { DOTNET_DefaultDiagnosticPortSuspend: '1' }
    const { id } = await start(request(buildSample(variant), ['child'], { variables }))
    await expect.poll(() => runtimesOf(id).length).toBe(1)
    const [first] = runtimesOf(id)
    expect(first).toMatchObject({ phase: 'waiting', targetPid: stateOf(id)?.pid })
    expect(outputOf(id)).toBe('')
    const { portId } = stateOf(id) ?? {}
    await ports.resume(portId ?? '', first?.cookie ?? '')
    await expect.poll(() => outputOf(id)).toContain('ready ')
    await expect.poll(() => runtimesOf(id).length).toBe(2)
    await expect.poll(() => runtimesOf(id).every(({ phase }) => phase === 'running')).toBe(true)

    await launches.stop(id, 'terminate')
    await expect.poll(() => stateOf(id)?.phase).toBe('ended')
    expect(ports.list()).toEqual([])
  })
})

describe.skipIf(!canBuildSamples())('a command of the SDK', () => {
  it('is not held up by its own runtimes', async () => {
    const { id } = await start(request('dotnet', ['--version'], { firstRule: 'resume' }))
    await expect.poll(() => stateOf(id)?.phase).toBe('ended')
    expect(stateOf(id)).toMatchObject({ exitCode: 0 })
    expect(outputOf(id)).toMatch(/^\d+\.\d+\.\d+/)
  })

  it.runIf(process.env['PIPESCOPE_FULL'] === '1')(
    'that builds and runs ends as it would without Pipescope',
    async () => {
      const project = path.join(folder, 'app')
      fs.mkdirSync(project)
      fs.writeFileSync(path.join(project, 'Program.cs'), 'System.Console.WriteLine("it ran");')
      fs.writeFileSync(
        path.join(project, 'app.csproj'),
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>',
      )
      const variables = {
        MSBUILDDISABLENODEREUSE: '1',
        UseSharedCompilation: 'false',
        DOTNET_CLI_TELEMETRY_OPTOUT: '1',
      }
      const { id } = await start(
        request('dotnet', ['run', '--project', project], { folder: project, firstRule: 'resume', variables }),
      )
      await expect.poll(() => outputOf(id), { timeout: 120_000 }).toContain('it ran')
      await expect.poll(() => stateOf(id)?.phase).toBe('ended')
      expect(stateOf(id)).toMatchObject({ exitCode: 0 })
    },
    200_000,
  )

  it.runIf(process.env['PIPESCOPE_FULL'] === '1')(
    'that runs tests in processes of its own ends as it would without Pipescope',
    async () => {
      // As `dotnet test` does: the build starts a runner, and that starts a host which prints what came of it.
      const project = path.join(folder, 'tests')
      const host = buildSample('net10')
      fs.mkdirSync(project)
      fs.writeFileSync(
        path.join(project, 'Program.cs'),
        [
          'var start = new System.Diagnostics.ProcessStartInfo(args[0]) { RedirectStandardInput = true, RedirectStandardOutput = true };',
          'start.ArgumentList.Add("child");',
          'using var host = System.Diagnostics.Process.Start(start)!;',
          'System.Console.WriteLine("host: " + host.StandardOutput.ReadLine());',
          'host.StandardInput.WriteLine("exit 0");',
          'host.WaitForExit();',
        ].join('\n'),
      )
      fs.writeFileSync(
        path.join(project, 'tests.csproj'),
        `<Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup>
          <Target Name="RunTests" AfterTargets="Build"><Exec Command="dotnet $(TargetPath) ${host}" /></Target>
        </Project>`,
      )
      const variables = {
        MSBUILDDISABLENODEREUSE: '1',
        UseSharedCompilation: 'false',
        DOTNET_CLI_TELEMETRY_OPTOUT: '1',
      }
      const words = ['build', project, '-v', 'normal', '-tl:off']
      const { id } = await start(request('dotnet', words, { folder: project, firstRule: 'resume', variables }))
      await expect.poll(() => stateOf(id)?.phase, { timeout: 150_000 }).toBe('ended')
      expect(stateOf(id)).toMatchObject({ exitCode: 0 })
      expect(outputOf(id)).toContain('host: ready ')
    },
    200_000,
  )
})

describe.skipIf(!canBuildSamples() || tryBuild('net31') === null)('a program for .NET Core 3.1', () => {
  it('is not launched to wait, because it would not, and runs otherwise', async () => {
    const program = buildSample('net31')
    expect(await launches.start(request(program, ['idle']))).toEqual({
      ok: false,
      error: {
        kind: 'unsupported',
        feature: 'launch-suspended',
        neededVersion: '5.0',
        actualVersion: '3.1.3',
      },
    })
    const { id } = await start(request(program, ['idle'], { suspends: false }))
    await expect.poll(() => outputOf(id)).toContain('ready ')
  })
})
