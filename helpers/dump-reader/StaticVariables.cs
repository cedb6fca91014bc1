using System;
using System.Collections.Generic;
using Microsoft.Diagnostics.Runtime;

namespace Pipescope.DumpReader
{
    /// <summary>A static variable that holds an object, by the class that declares it.</summary>
    internal readonly record struct StaticVariable(string Name, ulong Target);

    /// <summary>
    /// Static variables, and where they are. The runtime keeps them in arrays of its own on the heap: as references of those arrays they
    /// would hold their objects a second time, and nothing would be held by the variable alone.
    /// </summary>
    internal sealed class StaticVariables
    {
        private readonly List<ulong> slots = new();

        public StaticVariables(ClrRuntime runtime)
        {
            foreach (ClrModule module in runtime.EnumerateModules())
                foreach (ClrType type in module.EnumerateTypesWithStaticFields())
                    foreach (ClrStaticField field in type.StaticFields)
                        if (field.IsObjectReference)
                            foreach (ClrAppDomain domain in runtime.AppDomains)
                                Add(type, field, domain);
            slots.Sort();
        }

        public List<StaticVariable> Held { get; } = new();

        /// <summary>Whether any static variable is inside an object.</summary>
        public bool AreIn(ulong address, ulong size)
        {
            int at = slots.BinarySearch(address);
            if (at < 0) at = ~at;
            return at < slots.Count && slots[at] < address + size;
        }

        public bool IsAt(ulong address) => slots.BinarySearch(address) >= 0;

        private void Add(ClrType type, ClrStaticField field, ClrAppDomain domain)
        {
            ulong target = field.ReadObject(domain).Address;
            if (target == 0) return;
            Held.Add(new StaticVariable(type.Name + "." + field.Name, target));
            ulong slot = field.GetAddress(domain);
            // What is read there must be the object: elsewhere it would not be the variable.
            if (slot != 0 && type.Heap.Runtime.DataTarget.DataReader.ReadPointer(slot) == target) slots.Add(slot);
        }
    }
}
