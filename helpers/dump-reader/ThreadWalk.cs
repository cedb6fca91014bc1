using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.Diagnostics.Runtime;

namespace Pipescope.DumpReader
{
    /// <summary>Threads with their stacks and what they throw, and every exception that is still on the heap.</summary>
    internal static class ThreadWalk
    {
        private const int MostFrames = 500;
        private const int MostExceptions = 1_000;
        private const int DeepestInner = 8;

        public static void Write(ClrRuntime runtime, BlockWriter blocks)
        {
            int threadCount = 0;
            foreach (ClrThread thread in runtime.Threads)
            {
                blocks.Json(BlockKind.Threads, ThreadOf(thread));
                threadCount++;
            }
            int exceptionCount = 0;
            if (runtime.Heap.CanWalkHeap)
                foreach (ClrObject item in runtime.Heap.EnumerateObjects(carefully: true))
                {
                    if (item.Type?.IsException != true || item.AsException() is not ClrException exception) continue;
                    if (exceptionCount++ < MostExceptions) blocks.Json(BlockKind.Exceptions, ExceptionOf(exception, 0)!);
                }
            blocks.Json(BlockKind.End, new { threadCount, exceptionCount });
        }

        private static object ThreadOf(ClrThread thread)
        {
            List<object> frames = thread.EnumerateStackTrace(includeContext: false, maxFrames: MostFrames + 1).Select(FrameOf).ToList();
            bool isCut = frames.Count > MostFrames;
            if (isCut) frames.RemoveAt(MostFrames);
            return new
            {
                managedId = thread.ManagedThreadId,
                nativeId = thread.OSThreadId,
                isAlive = thread.IsAlive,
                role = thread.IsFinalizer ? "finalizer" : thread.IsGc ? "gc" : thread.State.HasFlag(ClrThreadState.TS_TPWorkerThread) ? "pool" : "",
                isBackground = thread.State.HasFlag(ClrThreadState.TS_Background),
                lockCount = thread.LockCount == uint.MaxValue ? null : (uint?)thread.LockCount,
                frames,
                isCut,
                exception = ExceptionOf(thread.CurrentException, 0),
            };
        }

        private static object FrameOf(ClrStackFrame frame) =>
            new
            {
                type = Text.Bounded(frame.Method?.Type?.Name ?? ""),
                method = Text.Bounded(frame.Method?.Name ?? frame.FrameName ?? ""),
                module = Text.Bounded(frame.Method?.Type?.Module?.Name ?? ""),
                isManaged = frame.Method != null,
            };

        private static object? ExceptionOf(ClrException? exception, int depth)
        {
            if (exception == null || depth > DeepestInner) return null;
            return new
            {
                address = exception.Address.ToString("x"),
                type = Text.Bounded(exception.Type.Name ?? ""),
                message = Text.Bounded(exception.Message ?? ""),
                resultCode = exception.HResult,
                frames = exception.StackTrace.Take(MostFrames).Select(FrameOf).ToList(),
                inner = ExceptionOf(exception.Inner, depth + 1),
            };
        }
    }
}
