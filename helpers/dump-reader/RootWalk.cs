using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using Microsoft.Diagnostics.Runtime;

namespace Pipescope.DumpReader
{
    /// <summary>What keeps objects alive by itself. Static variables come with the class that declares them, locals with their method.</summary>
    internal sealed class RootWalk
    {
        private readonly ClrRuntime runtime;
        private readonly StaticVariables statics;
        private readonly NameTable names;
        private readonly RecordBlock roots;
        private readonly BlockWriter blocks;
        /// <summary>Objects of named variables: the runtime's own list of roots has them once more, without names.</summary>
        private readonly HashSet<(byte kind, ulong target)> named = new();
        private long count;

        public RootWalk(ClrRuntime runtime, StaticVariables statics, NameTable names, BlockWriter blocks)
        {
            this.runtime = runtime;
            this.statics = statics;
            this.names = names;
            this.blocks = blocks;
            roots = new RecordBlock(blocks, BlockKind.Roots, 13);
        }

        public long Write()
        {
            AddVariables();
            AddStacks();
            foreach (ClrHandle handle in runtime.EnumerateHandles())
                if (handle.IsStrong && !handle.Object.IsNull)
                    Add(KindOf(handle.HandleKind), handle.Object.Address, "");
            foreach (ClrRoot root in runtime.Heap.EnumerateFinalizerRoots()) Add(RootKind.FinalizerQueue, root.Object.Address, "");
            foreach (ClrRoot root in runtime.Heap.EnumerateAdditionalRoots())
            {
                RootKind kind = KindOf(root.RootKind);
                if (!root.Object.IsNull && !named.Contains(((byte)kind, root.Object.Address))) Add(kind, root.Object.Address, "");
            }
            names.Flush();
            roots.Flush();
            return count;
        }

        private void AddVariables()
        {
            foreach (StaticVariable variable in statics.Held)
            {
                named.Add(((byte)RootKind.Static, variable.Target));
                Add(RootKind.Static, variable.Target, variable.Name);
            }
            foreach (ClrModule module in runtime.EnumerateModules())
                foreach (ClrType type in module.EnumerateTypesWithStaticFields())
                    foreach (ClrThreadStaticField field in type.ThreadStaticFields)
                        if (field.IsObjectReference)
                            foreach (ClrThread thread in runtime.Threads)
                                AddThreadStatic(field.ReadObject(thread).Address, type.Name + "." + field.Name);
        }

        private void AddThreadStatic(ulong target, string name)
        {
            if (target == 0) return;
            named.Add(((byte)RootKind.ThreadStatic, target));
            Add(RootKind.ThreadStatic, target, name);
        }

        private void AddStacks()
        {
            foreach (ClrThread thread in runtime.Threads)
            {
                if (!thread.IsAlive) continue;
                foreach (ClrStackRoot root in thread.EnumerateStackRoots())
                {
                    ClrMethod? method = root.StackFrame?.Method;
                    if (!root.Object.IsNull) Add(RootKind.Stack, root.Object.Address, method == null ? "" : method.Type?.Name + "." + method.Name);
                }
            }
        }

        private void Add(RootKind kind, ulong target, string name)
        {
            uint row = names.Row(name);
            if (roots.IsFull)
            {
                names.Flush();
                roots.Flush();
            }
            Span<byte> record = roots.Next();
            record[0] = (byte)kind;
            BinaryPrimitives.WriteUInt64LittleEndian(record.Slice(1), target);
            BinaryPrimitives.WriteUInt32LittleEndian(record.Slice(9), row);
            count++;
        }

        private static RootKind KindOf(ClrHandleKind kind) =>
            kind switch
            {
                ClrHandleKind.Strong or ClrHandleKind.SizedRef => RootKind.StrongHandle,
                ClrHandleKind.Pinned or ClrHandleKind.AsyncPinned => RootKind.PinnedHandle,
                ClrHandleKind.RefCounted => RootKind.RefCountedHandle,
                ClrHandleKind.Dependent => RootKind.DependentHandle,
                _ => RootKind.OtherHandle,
            };

        private static RootKind KindOf(ClrRootKind kind) =>
            kind switch
            {
                ClrRootKind.StaticVar => RootKind.Static,
                ClrRootKind.ThreadStaticVar => RootKind.ThreadStatic,
                ClrRootKind.FinalizerQueue => RootKind.FinalizerQueue,
                ClrRootKind.Stack => RootKind.Stack,
                _ => RootKind.Other,
            };
    }

    /// <summary>The numbers are part of the format, in the order of Pipescope's own list of kinds.</summary>
    internal enum RootKind : byte
    {
        Static = 0,
        ThreadStatic = 1,
        Stack = 2,
        FinalizerQueue = 3,
        StrongHandle = 4,
        PinnedHandle = 5,
        RefCountedHandle = 6,
        DependentHandle = 7,
        OtherHandle = 8,
        Other = 9,
    }
}
