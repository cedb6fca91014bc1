import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildSample, buildStartupHook, canBuildSamples } from '../../../samples/start-target.ts'
import { hasStartupHook } from './startup-hook-file.ts'

describe.skipIf(!canBuildSamples())('a real assembly', () => {
  it('is a startup hook only with the type and its method', () => {
    const hook = fs.readFileSync(buildStartupHook())
    expect(hasStartupHook(hook)).toBe(true)
    // Another assembly, and this one with its type called otherwise (the assembly's own name goes on ending so).
    const sample = path.join(path.dirname(buildSample('net10')), 'Pipescope.Sample.dll')
    expect(hasStartupHook(fs.readFileSync(sample))).toBe(false)
    const renamed = Buffer.from(hook)
    const at = renamed.indexOf('Initialize\0', 0, 'latin1')
    renamed.write('Otherwise_', at, 'latin1')
    expect(hasStartupHook(renamed)).toBe(false)
    // Cut anywhere it is none, and nothing is thrown.
    for (let length = 0; length < hook.length; length += 97) hasStartupHook(hook.subarray(0, length))
  })
})
