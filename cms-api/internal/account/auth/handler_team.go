package auth

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

type inviteInput struct {
	Body struct {
		Email string      `json:"email,omitempty" maxLength:"254" doc:"Either this or phone." example:"ravi@example.com"`
		Phone string      `json:"phone,omitempty" maxLength:"40" doc:"A number without a country code is Indian." example:"+919876543210"`
		Role  access.Role `json:"role,omitempty" enum:"administrator,author,editor,writer,counsellor" default:"author"`
	} `nameHint:"InvitationCreate"`
}

type memberInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body MemberUpdate
}

func (h *Handler) registerTeam(api huma.API) {
	tags := []string{"team"}
	huma.Register(api, access.Needs(access.TeamWrite, huma.Operation{
		OperationID: "listMembers", Method: http.MethodGet, Path: "/admin/users",
		Summary: "Accounts, by name", Tags: tags,
	}), listed(h.auth.Members))
	huma.Register(api, access.Needs(access.TeamWrite, access.Confirmed(huma.Operation{
		OperationID: "updateMember", Method: http.MethodPut, Path: "/admin/users/{id}",
		Summary: "Change an account's name or role", Tags: tags,
	})), h.updateMember)
	huma.Register(api, access.Needs(access.TeamWrite, access.Confirmed(huma.Operation{
		OperationID: "removeMember", Method: http.MethodDelete, Path: "/admin/users/{id}",
		Summary:     "Remove an account",
		Description: "Its sessions end at once; what it wrote stays.", Tags: tags, DefaultStatus: http.StatusNoContent,
	})), byID(h.auth.RemoveMember))
	huma.Register(api, access.Needs(access.TeamWrite, huma.Operation{
		OperationID: "listInvitations", Method: http.MethodGet, Path: "/admin/invitations",
		Summary: "Invitations that can still be accepted", Tags: tags,
	}), listed(h.auth.Invitations))
	huma.Register(api, access.Needs(access.TeamWrite, access.Confirmed(huma.Operation{
		OperationID: "invite", Method: http.MethodPost, Path: "/admin/invitations",
		Summary:     "Invite somebody",
		Description: "The link is sent, and shown in this answer only. Inviting the same person again makes a new link and voids the old one.",
		Tags:        tags, DefaultStatus: http.StatusCreated,
	})), h.invite)
	huma.Register(api, access.Needs(access.TeamWrite, huma.Operation{
		OperationID: "withdrawInvitation", Method: http.MethodDelete, Path: "/admin/invitations/{id}",
		Summary: "Withdraw an invitation", Tags: tags, DefaultStatus: http.StatusNoContent,
	}), byID(h.auth.Withdraw))
	// The generated example would have both an e-mail address and a phone, of which
	// only one is allowed.
	api.OpenAPI().Components.Schemas.Map()["InvitationCreate"].Examples = []any{
		map[string]any{"email": "ravi@example.com", "role": access.RoleAuthor},
	}
}

func (h *Handler) updateMember(ctx context.Context, in *memberInput) (*output[Member], error) {
	return answer(h.auth.UpdateMember(ctx, in.ID, in.Body))
}

func (h *Handler) invite(ctx context.Context, in *inviteInput) (*output[Invited], error) {
	return answer(h.auth.Invite(ctx, in.Body.Email, in.Body.Phone, in.Body.Role))
}
