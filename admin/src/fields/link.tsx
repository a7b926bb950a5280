import { contains } from "@academy/shared/fold";
import { Autocomplete, Button, TextInput } from "@mantine/core";
import { useContentModel } from "@/model/model";
import { type FieldProps, labels, placeholder } from "./field";
import { useArticleSuggestions, useArticleTitle, useOptionValues, usePageSuggestions } from "./suggestions";

/** An address that is typed, or a page or an article of the site, which is followed when it moves. */
export function LinkField(props: FieldProps<string>) {
  const { value = "", onChange } = props;
  const own = /^(page|article):(.+)$/.exec(value);
  return own ? (
    <Own {...props} kind={own[1] as "page" | "article"} id={own[2] ?? ""} onLeave={() => onChange(undefined)} />
  ) : (
    <Address {...props} />
  );
}

function Address(props: FieldProps<string>) {
  const { value = "", onChange } = props;
  const model = useContentModel();
  const articles = useArticleSuggestions(value.startsWith("/") ? "" : value);
  const pages = usePageSuggestions();
  const matches = (option: { value: string; label: string }) => contains(`${option.label} ${option.value}`, value);
  const routes = (model.data?.pages ?? []).flatMap(({ name, route }) =>
    route && !route.includes("{") && route !== "/404" ? [{ value: route, label: `${name} (${route})` }] : [],
  );
  const groups = [
    { group: "Pages of the site", items: routes.filter(matches) },
    { group: "Own pages", items: pages.filter(matches) },
    { group: "Articles", items: articles.map(({ value, label }) => ({ value, label })) },
  ].filter(({ items }) => items.length > 0);
  const all = groups.flatMap(({ items }) => items);
  const options = useOptionValues((label) => all.find((item) => item.label === label)?.value, onChange);
  return (
    <Autocomplete
      {...labels(props)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={placeholder(props) ?? "/page, https://… or a title"}
      data={unique(groups)}
      // Searched above: an article by all of its words, not only those of its title.
      filter={({ options }) => options}
      value={value}
      {...options}
    />
  );
}

/** Two options of the same text would be one to the control: the first is kept. */
function unique(groups: { group: string; items: { label: string }[] }[]) {
  const seen = new Set<string>();
  return groups.map(({ group, items }) => ({
    group,
    items: items.map(({ label }) => label).filter((label) => !seen.has(label) && seen.add(label)),
  }));
}

interface OwnProps extends FieldProps<string> {
  kind: "page" | "article";
  id: string;
  onLeave: () => void;
}

function Own({ kind, id, onLeave, ...props }: OwnProps) {
  const article = useArticleTitle(kind === "article" ? id : undefined);
  const page = usePageSuggestions().find(({ value }) => value === `page:${id}`);
  const title = kind === "article" ? article.data : page?.label;
  const { error, ...shown } = labels(props);
  return (
    <TextInput
      {...shown}
      readOnly
      value={title ?? (article.error ? "A deleted article" : "…")}
      error={error}
      description={`Follows this ${kind} when its address changes.`}
      inputWrapperOrder={["label", "input", "description", "error"]}
      rightSectionWidth="auto"
      rightSection={
        <Button variant="subtle" size="xs" onClick={onLeave}>
          Change
        </Button>
      }
    />
  );
}
