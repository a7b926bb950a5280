import { Button } from "@mantine/core";
import { useState } from "react";
import type { Token, TokenWithSecret } from "@/api/types";
import { DeleteButton } from "@/lists/DeleteEntry";
import { formatDay, formatMoment } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { useAction } from "@/ui/useAction";
import { revokeToken, useTokens } from "./calls";
import { MadeDialog } from "./MadeDialog";
import { TokenDialog } from "./TokenDialog";
import { scopeWords } from "./words";
import "./tokens.css";

/** The tokens of programs that call the API, and what each may do. */
export function TokensView() {
  const tokens = useTokens();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<TokenWithSecret | null>(null);
  const show = (fresh: TokenWithSecret) => {
    setMaking(false);
    setMade(fresh);
  };
  return (
    <Panel
      title="Tokens"
      subtitle="With a token, a program calls the API. It may do no more than whoever created the token."
      actions={
        <Button size="sm" onClick={() => setMaking(true)}>
          New Token
        </Button>
      }
    >
      <Loaded
        from={tokens}
        failed="The tokens could not be loaded"
        empty={<Empty title="No tokens">Create one for each program, so that you can revoke it alone.</Empty>}
      >
        {(known) => (
          <ul className="rows" aria-label="Tokens">
            {known.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        )}
      </Loaded>
      <TokenDialog opened={making} onClose={() => setMaking(false)} onMade={show} />
      <MadeDialog token={made} onClose={() => setMade(null)} />
    </Panel>
  );
}

function TokenRow({ token }: { token: Token }) {
  const { id, name, scopes, expires_at, created_at, created_by, last_used_at, last_used_from } = token;
  const { act } = useAction();
  const revoke = () =>
    act({
      question: { message: `Revoke the token ${name}? Programs that use it are refused at once.`, confirm: "Revoke" },
      run: () => revokeToken(id),
      done: `The token ${name} was revoked`,
      failed: "Failed to revoke the token",
      mustRead: true,
    });
  return (
    <li className="row token-row" data-entry={id}>
      <div className="row-main">
        <h3>
          {name} {stateOf(token) && <span className="badge">{stateOf(token)}</span>}
        </h3>
        <p>{scopeWords(scopes)}</p>
        <p className="row-meta">
          <span className="figures">
            Created {formatDay(created_at)} by {created_by || "a former member"}
          </span>
          <span className="figures">{expires_at ? `Expires ${formatDay(expires_at)}` : "Never expires"}</span>
          <span className="figures">
            {last_used_at ? `Last used ${formatMoment(last_used_at)} from ${last_used_from}` : "Not used yet"}
          </span>
        </p>
      </div>
      <div className="row-actions">
        <DeleteButton label="Revoke" id={id} name={name} remove={revoke} />
      </div>
    </li>
  );
}

/** The reason why a token does not work any more; null for one that works. */
function stateOf({ expires_at, created_by }: Token): string | null {
  if (expires_at && Date.parse(expires_at) <= Date.now()) return "Expired";
  return created_by === "" ? "Does not work" : null;
}
