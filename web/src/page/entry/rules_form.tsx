/** The house rules: a preset, and every knob beside it. */
import { useState } from "preact/hooks";

import { BackAlleyError } from "../../errors.ts";
import { KNOB_NAMES, KNOBS } from "../../game/knobs.ts";
import { type KnobName, preset, PRESET_NAMES, presetOf, type Rules, rulesFrom, rulesValue } from "../../game/rules.ts";
import { useWords } from "../strings/strings.ts";

interface RulesFormProps {
  readonly rules: Rules;
  readonly change: (rules: Rules) => void;
}

/** The rules with one knob set, or the sentence that says why they cannot be. */
function withKnob(rules: Rules, name: KnobName, value: unknown): Rules | string {
  const before = rulesValue(rules);
  const start = typeof before === "string" ? { preset: before } : before;
  try {
    return rulesFrom({ ...start, [name]: value });
  } catch (error) {
    if (error instanceof BackAlleyError) return error.first.message;
    throw error;
  }
}

export function RulesForm({ rules, change }: RulesFormProps) {
  const words = useWords().rules;
  const [faults, setFaults] = useState<Partial<Record<KnobName, string>>>({});
  const set = (name: KnobName, value: unknown) => {
    const changed = withKnob(rules, name, value);
    setFaults({ ...faults, [name]: typeof changed === "string" ? changed : undefined });
    if (typeof changed !== "string") change(changed);
  };
  return (
    <section class="box rules" aria-label={words.label}>
      <h2>{words.label}</h2>
      <span class="field">
        <label for="rules-preset">{words.preset}</label>
        <select
          id="rules-preset"
          value={presetOf(rules) ?? "own"}
          onChange={(event) => event.currentTarget.value !== "own" && change(preset(event.currentTarget.value))}
        >
          {PRESET_NAMES.map((name) => (
            <option key={name} value={name}>
              {words.presets[name] ?? name}
            </option>
          ))}
          {presetOf(rules) === null && <option value="own">{words.presets["own"]}</option>}
        </select>
      </span>
      <details>
        <summary>{words.each}</summary>
        <div class="knobs">
          {KNOB_NAMES.map((name) => (
            <span class="field" key={name}>
              <label for={`knob-${name}`}>{words.knobs[name] ?? name}</label>
              <KnobField name={name} rules={rules} set={(value) => set(name, value)} fault={faults[name]} />
              {faults[name] && (
                <p class="fault" id={`fault-${name}`}>
                  {faults[name]}
                </p>
              )}
            </span>
          ))}
        </div>
      </details>
    </section>
  );
}

interface KnobFieldProps {
  readonly name: KnobName;
  readonly rules: Rules;
  readonly set: (value: unknown) => void;
  readonly fault: string | undefined;
}

function KnobField({ name, rules, set, fault }: KnobFieldProps) {
  const words = useWords().rules;
  const field = KNOBS[name].field;
  const own = { id: `knob-${name}`, "aria-invalid": Boolean(fault), "aria-describedby": fault ? `fault-${name}` : undefined };
  switch (field.kind) {
    case "choice":
      return (
        <select {...own} value={String(rules[name])} onChange={(event) => set(event.currentTarget.value)}>
          {field.values.map((value) => (
            <option key={value} value={value}>
              {words.values[value] ?? value}
            </option>
          ))}
        </select>
      );
    case "number":
      return (
        <input
          {...own}
          type="number"
          min={field.low}
          max={field.high}
          value={Number(rules[name])}
          onChange={(event) => set(event.currentTarget.valueAsNumber)}
        />
      );
    case "flag":
      return (
        <input {...own} type="checkbox" checked={Boolean(rules[name])} onChange={(event) => set(event.currentTarget.checked)} />
      );
    case "numbers":
      return (
        <input
          {...own}
          type="text"
          value={(rules[name] as readonly number[]).join(", ") || "none"}
          onChange={(event) => set(numbersIn(event.currentTarget.value))}
        />
      );
  }
}

/** "1, 2, 4" as numbers; words stay words, for the knob to refuse. */
function numbersIn(text: string): unknown {
  if (/^[a-z_]+$/i.test(text.trim())) return text.trim();
  return text.split(/[\s,;]+/).filter(Boolean).map((part) => (/^[0-9]+$/.test(part) ? Number(part) : part));
}
