import { TextInput } from "@mantine/core";
import { memo, useCallback, useEffect, useRef } from "react";
import { FieldInputs } from "@/fields/FieldInputs";
import { Entries } from "@/lists/Entries";
import { moved } from "@/lists/Sortable";
import type { BlockModel, ContentModel } from "@/model/types";
import { useFolding } from "@/ui/useFolding";
import { AddBlock } from "./AddBlock";
import { type Block, errorsOf, newBlock, newId } from "./form";

const MAX = 100;
/** Pages of up to this many blocks show them open. */
const OPEN = 3;

interface Props {
  model: ContentModel;
  blocks: readonly Block[];
  errors: Readonly<Record<string, string>>;
  /** Stays the same, as the blocks do that are not changed. */
  onChange: (change: (blocks: readonly Block[]) => readonly Block[]) => void;
}

/** The stack of blocks that a page is made of. */
export function BlockList({ model, blocks, errors, onChange }: Props) {
  const keys = blocks.map(({ id }) => id);
  const folding = useFolding({ keys, open: blocks.length <= OPEN, errors, at: "blocks" });
  const added = useRef<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const modelOf = ({ type }: Block) => model.blocks.find((known) => known.type === type);
  const nameOf = (block: Block) => modelOf(block)?.name ?? block.type;
  const change = useCallback(
    (index: number, next: Partial<Block>) =>
      onChange((blocks) => blocks.map((block, i) => (i === index ? { ...block, ...next } : block))),
    [onChange],
  );
  const insert = (at: number, block: Block) => {
    added.current = block.id;
    folding.open(block.id);
    onChange((blocks) => blocks.toSpliced(at, 0, block));
  };

  useEffect(() => {
    const id = added.current;
    if (!id || !blocks.some((block) => block.id === id)) return;
    added.current = null;
    const entry = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`);
    entry?.scrollIntoView({ block: "nearest" });
    entry?.querySelector<HTMLElement>(".entry-fields :is(input, textarea, select):not([type=hidden])")?.focus();
  }, [blocks]);

  return (
    <fieldset className="fields" name="blocks">
      <legend>Blocks</legend>
      <div ref={list}>
        {blocks.length === 0 && <p className="form-hint">This page has no blocks yet. Add the first one.</p>}
        <Entries
          entries={blocks}
          keyOf={({ id }) => id}
          nameOf={nameOf}
          folding={folding}
          isMuted={({ hidden }) => hidden}
          onMove={(from, to) => onChange((blocks) => moved(blocks, from, to))}
          onRemove={(index) => onChange((blocks) => blocks.toSpliced(index, 1))}
          actions={[
            {
              label: () => "Duplicate",
              run: (index) => {
                const block = blocks[index];
                if (block && blocks.length < MAX) insert(index + 1, { ...block, id: newId(), anchor: "" });
              },
            },
            {
              label: ({ hidden }) => (hidden ? "Show" : "Hide"),
              run: (index) => change(index, { hidden: !blocks[index]?.hidden }),
            },
          ]}
        >
          {(block, index) => {
            const known = modelOf(block);
            if (!known) {
              return (
                <p className="form-hint entry-fields">
                  The site no longer has this type of block. It is kept but not shown.
                </p>
              );
            }
            return (
              folding.isOpen(index) && (
                <BlockFields model={known} block={block} index={index} errors={errors} onChange={change} />
              )
            );
          }}
        </Entries>
        <div className="entries-foot">
          <AddBlock
            blocks={model.blocks}
            disabled={blocks.length >= MAX}
            onAdd={(known) => insert(blocks.length, newBlock(known))}
          />
          {blocks.length >= MAX && <span className="form-hint">A page has {MAX} blocks at most.</span>}
        </div>
      </div>
    </fieldset>
  );
}

interface BlockProps {
  model: BlockModel;
  block: Block;
  index: number;
  errors: Readonly<Record<string, string>>;
  onChange: (index: number, next: Partial<Block>) => void;
}

/** What a block holds. Typing in one draws no other one anew. */
const BlockFields = memo(function BlockFields({ model, block, index, errors, onChange }: BlockProps) {
  return (
    <div className="entry-fields">
      <FieldInputs
        fields={model.fields}
        values={block.values}
        errors={errorsOf(errors, index)}
        onChange={(values) => onChange(index, { values })}
      />
      <TextInput
        label="Anchor"
        name={`blocks[${index}].anchor`}
        description="A word for links to this block, such as #fees."
        mt="1rem"
        maw="16rem"
        value={block.anchor}
        error={errors[`blocks[${index}].anchor`]}
        onChange={(event) => onChange(index, { anchor: event.currentTarget.value })}
      />
    </div>
  );
});
