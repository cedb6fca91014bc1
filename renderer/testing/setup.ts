import { configure } from '@testing-library/dom'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// A limit for what never comes, not a measure of speed: machines that run tests are busy with other things.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
})
