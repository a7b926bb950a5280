import { createBrowserRouter, Navigate } from "react-router";
import { AuthPage } from "@/features/auth/AuthPage";
import { ForgotPasswordPage } from "@/features/auth/ForgotPasswordPage";
import { ResetPasswordPage } from "@/features/auth/ResetPasswordPage";
import { Broken } from "./Broken";
import { Dashboard } from "./dashboard/Dashboard";

export const router = createBrowserRouter([
  {
    errorElement: <Broken />,
    children: [
      { path: "/auth", element: <AuthPage /> },
      { path: "/forgot-password", element: <ForgotPasswordPage /> },
      { path: "/reset-password", element: <ResetPasswordPage /> },
      { path: "/admin/dashboard", element: <Dashboard /> },
      { path: "*", element: <Navigate to="/admin/dashboard" replace /> },
    ],
  },
]);
