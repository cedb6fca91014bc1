import { describe, expect, it } from 'vitest'
import { containerMemoryPercent, groupFilesOf, groupMemory, memoryFacts } from './memory-room.ts'

const memory = (limit: string, used: string, stat: string) => {
  const found = groupMemory(limit, used, stat)
  return found === null ? null : [found.usedBytes, found.limitBytes]
}

describe('what a control group uses of its limit', () => {
  it('leaves out the cache of files, which is given up first', () => {
    expect(memory('1000\n', '700\n', 'anon 100\ninactive_file 250\n')).toEqual([450, 1000])
    expect(memory('1000\n', '1200\n', '')).toEqual([1200, 1000])
    expect(memory('1000', '100', 'inactive_file 900')).toEqual([0, 1000])
  })

  it('is unknown where there is no limit', () => {
    expect(memory('max\n', '700\n', '')).toBeNull()
    expect(memory('9223372036854771712\n', '700\n', '')).toBeNull()
    expect(memory('1000\n', 'nonsense', '')).toBeNull()
    expect(memory('0\n', '0\n', '')).toBeNull()
    expect(memory('', '', '')).toBeNull()
    expect(containerMemoryPercent(999_999_999)).toBeNull()
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
