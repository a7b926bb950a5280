import { Anchor } from "@mantine/core";
import { useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router";
import { setSession, useSession } from "@/api/session";
import type { User } from "@/api/types";
import { Loading } from "@/ui/states";
import { toast } from "@/ui/toasts";
import { AuthLayout } from "./AuthLayout";
import { LoginForm } from "./LoginForm";
import { destination } from "./messages";
import { PhoneForm } from "./PhoneForm";
import { RegisterForm } from "./RegisterForm";
import { SignedInAlready } from "./SignedInAlready";

type Mode = "login" | "register" | "phone";
const TITLES: Record<Mode, string> = {
  login: "Welcome Back",
  register: "Create Account",
  phone: "Phone Login",
};

function modeOf(asked: string | null): Mode {
  return asked !== null && Object.hasOwn(TITLES, asked) ? (asked as Mode) : "login";
}

/** Sign-in, registration and phone sign-in, with links between them. */
export function AuthPage() {
  const [params] = useSearchParams();
  const invitation = params.get("invitation") ?? undefined;
  const [mode, setMode] = useState<Mode>(invitation ? "register" : modeOf(params.get("mode")));
  const { user, error } = useSession();
  const { state } = useLocation() as { state: { from?: string } | null };
  const [entered, setEntered] = useState(false);

  // When nobody answers, the form says so as soon as it is sent.
  if (user === undefined && error === undefined) return <Loading />;
  if (user && invitation && !entered) return <SignedInAlready user={user} />;
  if (user) return <Navigate to={destination(state?.from ?? null)} replace />;

  const done = (message: string) => async (signedIn: User) => {
    toast.success(message);
    setEntered(true);
    await setSession(signedIn);
  };
  const link = (to: Mode, text: string) => (
    <Anchor component="button" type="button" onClick={() => setMode(to)}>
      {text}
    </Anchor>
  );

  return (
    <AuthLayout title={TITLES[mode]}>
      {mode === "login" && <LoginForm onDone={done("Logged in successfully!")} />}
      {mode === "register" && <RegisterForm invitation={invitation} onDone={done("Account created successfully!")} />}
      {mode === "phone" && <PhoneForm onDone={done("Logged in successfully!")} />}
      <div className="auth-links">
        {mode === "login" && <p>No account yet? {link("register", "Create an account")}</p>}
        {mode !== "login" && <p>Have an account? {link("login", "Log in with email")}</p>}
        {mode !== "phone" && <p>{link("phone", "Log in with your phone")}</p>}
      </div>
    </AuthLayout>
  );
}
