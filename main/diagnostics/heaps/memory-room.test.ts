import { describe, expect, it } from 'vitest'
import { groupFilesOf, leftOf, memoryFacts } from './memory-room.ts'

describe('what a control group leaves a process', () => {
  it('is its limit less what it uses; the cache of files is given up first', () => {
    expect(leftOf('1000\n', '700\n', 'anon 100\ninactive_file 250\n')).toBe(550)
    expect(leftOf('1000\n', '1200\n', '')).toBe(0)
    expect(leftOf('1000', '100', 'inactive_file 900')).toBe(1000)
  })

  it('is unknown where there is no limit', () => {
    expect(leftOf('max\n', '700\n', '')).toBeNull()
    expect(leftOf('9223372036854771712\n', '700\n', '')).toBeNull()
    expect(leftOf('1000\n', 'nonsense', '')).toBeNull()
    expect(leftOf('', '', '')).toBeNull()
  })
})

describe('control groups with a limit on memory', () => {
  it('are that of the process and all around it', () => {
    expect(groupFilesOf('0::/a.slice/b.scope\n').map(({ folder, limit }) => [folder, limit])).toEqual([
      ['/sys/fs/cgroup/a.slice/b.scope', 'memory.max'],
      ['/sys/fs/cgroup/a.slice', 'memory.max'],
      ['/sys/fs/cgroup', 'memory.max'],
    ])
  })

  it('are those of the memory controller in version 1', () => {
    expect(groupFilesOf('12:pids:/x\n4:cpu,memory:/docker/1\n').map(({ folder, used }) => [folder, used])).toEqual([
      ['/sys/fs/cgroup/memory/docker/1', 'memory.usage_in_bytes'],
      ['/sys/fs/cgroup/memory/docker', 'memory.usage_in_bytes'],
      ['/sys/fs/cgroup/memory', 'memory.usage_in_bytes'],
    ])
  })

  it('stay in the tree of groups, whatever the name says', () => {
    expect(groupFilesOf('0::/../../../etc\n').map(({ folder }) => folder)).toEqual([
      '/sys/fs/cgroup/etc',
      '/sys/fs/cgroup',
    ])
  })
})

it.skipIf(process.platform !== 'linux')('a process of this machine has memory, and room for more', () => {
  const { residentBytes, room } = memoryFacts(process.pid)
  expect(residentBytes).toBeGreaterThan(10 * 2 ** 20)
  expect(room?.bytes).toBeGreaterThan(0)
})

it('a process that is gone has nothing in memory', () => {
  expect(memoryFacts(2 ** 30).residentBytes).toBeNull()
})
