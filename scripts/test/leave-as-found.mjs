import { afterAll, vi } from 'vitest'

// Files of unit tests share their process: nothing that one replaced may wait for the next.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
