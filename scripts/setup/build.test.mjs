import { afterEach, expect, test, vi } from 'vitest'
import { buildEnvironment } from './build.mjs'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('the app is built for production, whatever began the build', () => {
  vi.stubEnv('NODE_ENV', 'development')
  expect(buildEnvironment()).toMatchObject({ NODE_ENV: 'production', NO_COLOR: '1' })
})
