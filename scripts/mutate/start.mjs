import { test } from 'vitest'

test('the faults begin when this has ended (fault-runner.mjs)', () => {})
